import StrictJSON

/// Answers `/admin/faults`.
struct FaultsAdmin: Sendable {
  var faults: Faults

  /// Shows, replaces or clears the faults; the answer is what is in force.
  func respond(to request: Request) -> Response {
    switch request.method {
    case "PUT":
      do {
        faults.replace(with: try Fault.list(json: request.body))
      } catch {
        return error.response
      }
    case "DELETE": faults.replace(with: [])
    default: break
    }
    return .json(.object(["faults": .array(faults.current.map(\.json))]))
  }
}
