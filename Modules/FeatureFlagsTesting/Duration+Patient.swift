extension Duration {
  /// For what ends in any case, and must not end early because the machine is busy.
  package static var patient: Duration { .seconds(600) }
}
