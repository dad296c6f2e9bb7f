#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// One scenario a process, so that each has its own peak of memory: `Tools/load` runs them all.
let arguments = CommandLine.arguments.dropFirst()
guard let name = arguments.first, arguments.count == 1 else {
  print("usage: flagload --list | SCENARIO")
  exit(2)
}
if name == "--list" {
  for scenario in Scenario.all { print(scenario.name) }
  exit(0)
}
guard let scenario = Scenario.all.first(where: { $0.name == name }) else {
  print("unknown scenario '\(name)': see --list")
  exit(2)
}

let measurement = Measurement()
var problems: [String] = []
do {
  try await scenario.run(measurement)
} catch {
  problems.append("\(error)")
}
if measurement.growth > scenario.maximumGrowth { problems.append("memory is over its bound") }
let memory = "+\(measurement.growth) KiB (bound \(scenario.maximumGrowth))"
let verdict = problems.isEmpty ? "ok" : "BROKEN: " + problems.joined(separator: "; ")
print("| \(scenario.name) | \(measurement.figures.joined(separator: "; ")) | \(memory) | \(verdict) |")
exit(problems.isEmpty ? 0 : 1)
