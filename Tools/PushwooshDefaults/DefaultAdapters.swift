import CurlTransport
public import FeatureFlags
import JSONFileStore
import PushwooshEventSink
public import PushwooshFramework
public import PushwooshWire
import SystemClock

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the drop-in module uses when the app chooses nothing: libcurl, files, the system's clock, the service.
///
/// `PushwooshFramework` finds this class by its name; nobody has to mention it.
public final class DefaultAdapters: PushwooshAdapterProvider {
  /// Adapters that keep everything in a directory of the application under the XDG state directory.
  ///
  /// Warnings and errors go to the standard error, a line each.
  /// - Throws: when the environment names no directory to keep things in.
  public static func adapters(for service: PushwooshService) throws -> Adapters {
    let transport = CurlTransport()
    return Adapters(
      wireFormat: PushwooshWireFormat(service: service), transport: transport,
      store: JSONFileStore(.init(directory: try directory(for: service.applicationCode))), clock: SystemClock(),
      eventSink: PushwooshEventSink(service: service, transport: transport), diagnostics: report)
  }

  private static func directory(for code: ApplicationCode) throws -> String {
    var environment: [String: String] = [:]
    for name in ["HOME", "XDG_STATE_HOME"] {
      if let value = getenv(name) { environment[name] = String(cString: value) }
    }
    guard let directory = JSONFileStore.Configuration.defaultDirectory(environment: environment) else {
      throw MissingDirectory()
    }
    return "\(directory)/\(code.text)"
  }

  private static func report(_ diagnostic: Diagnostic) {
    guard diagnostic.level >= .warning else { return }
    let line = Array("PushwooshFramework: \(diagnostic.level.rawValue): \(diagnostic.message)\n".utf8)
    // One call, so that lines of several threads stay whole; one that cannot be written is lost.
    _ = write(STDERR_FILENO, line, line.count)
  }
}

/// That there is no place to keep things in.
private struct MissingDirectory: Error, CustomStringConvertible {
  var description: String { "HOME or XDG_STATE_HOME must be set to an absolute path" }
}
