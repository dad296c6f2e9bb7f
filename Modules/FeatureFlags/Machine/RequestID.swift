/// Names one request for flags; each request has its own.
package struct RequestID: Sendable, Hashable {
  let number: UInt64

  package init(number: UInt64) {
    self.number = number
  }
}

/// Names one call of `refresh`, which is answered exactly once.
package struct RefreshToken: Sendable, Hashable {
  let number: UInt64

  package init(number: UInt64) {
    self.number = number
  }
}

/// Names one impression on its way to the sink.
package struct DeliveryID: Sendable, Hashable {
  let number: UInt64

  package init(number: UInt64) {
    self.number = number
  }
}
