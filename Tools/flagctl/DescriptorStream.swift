import CommandOptions

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The process's own streams, written to without a buffer.
enum DescriptorStream {
  static let standardOutput: Output.Stream = { DescriptorWriter.write($0[...], to: STDOUT_FILENO) }
  static let standardError: Output.Stream = { DescriptorWriter.write($0[...], to: STDERR_FILENO) }

  /// True when the standard output is a terminal.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// True when commands are typed by a person.
  static var isInputTerminal: Bool { isatty(STDIN_FILENO) == 1 }
}
