public import FeatureFlags

extension StdoutEventSink {
  /// Where a ``StdoutEventSink`` writes.
  public struct Configuration: Sendable {
    /// Takes one line, line end included, or throws when it did not.
    ///
    /// Called for one line at a time, never on a thread of the cooperative pool, so it may block; it should end in
    /// bounded time, as the lines behind it wait.
    public typealias Output = @Sendable (_ line: [UInt8]) throws(EventSinkError) -> Void

    /// What takes the lines.
    public var output: Output

    /// A sink that writes to `output`.
    public init(output: @escaping Output) {
      self.output = output
    }

    /// A sink that writes to an open file, pipe, terminal or socket; by default the standard output.
    ///
    /// A reader that is gone is an error, not the end of the process; one that reads nothing for `timeout` is an error
    /// too. The descriptor stays the caller's, who closes it after the last delivery.
    public init(fileDescriptor: Int32 = 1, timeout: Duration = .seconds(10)) {
      let output = DescriptorOutput(fileDescriptor, timeout: timeout)
      self.init { (line) throws(EventSinkError) in try output.write(line) }
    }
  }
}
