import FeatureFlags
var o = Options()
o.isQuick = CommandLine.arguments.contains("--quick")
print(Figure.header)
for f in try await ReadCases.figures(o) { print(f.row) }
for f in try await AllocationCase.figures(o) { print(f.row) }
for f in try await TwoThreadsCase.figures(o) { print(f.row) }
