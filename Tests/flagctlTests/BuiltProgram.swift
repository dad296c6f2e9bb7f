import Foundation

/// Where the built program is.
enum BuiltProgram {
  /// The path of the `flagctl` that was built with these tests: beside their bundle, or above it.
  static let path: String? = {
    let places =
      [CommandLine.arguments.first, try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")]
      .compactMap { $0 } + CommandLine.arguments
    for place in places where place.contains("/") {
      var folder = URL(fileURLWithPath: place).deletingLastPathComponent()
      while folder.path.count > 1 {
        let candidate = folder.appendingPathComponent("flagctl").path
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: candidate, isDirectory: &isDirectory), !isDirectory.boolValue,
          FileManager.default.isExecutableFile(atPath: candidate)
        {
          return candidate
        }
        folder = folder.deletingLastPathComponent()
      }
    }
    return nil
  }()

  /// What every process of ours must be able to find, whatever its environment is to be.
  static let inherited: [String: String] = {
    var variables = ProcessInfo.processInfo.environment.filter {
      ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LLVM_PROFILE_FILE"].contains($0.key)
    }
    // Hundreds of processes would leave as many profiles; so they add theirs to a few.
    if let profile = variables["LLVM_PROFILE_FILE"] {
      variables["LLVM_PROFILE_FILE"] =
        URL(fileURLWithPath: profile).deletingLastPathComponent().path + "/flagctl-%4m.profraw"
    }
    return variables
  }()
}
