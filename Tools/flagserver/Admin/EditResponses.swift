import FlagRules
import StrictJSON

extension FlagsRepository.EditError {
  /// The response to an edit that was not made; `thing` is what it was about, such as "flag".
  func response(for thing: String) -> Response {
    switch self {
    case .unknown: return .envelope(404, "there is no such \(thing)")
    case .invalid(let error): return BodyError(error.path, error.message).response
    case .notSaved(let reason): return .envelope(503, "the edit was not made, for it could not be saved: \(reason)")
    case .stale(let current):
      let message = current == nil ? "there is no such \(thing) now" : "the \(thing) is another by now"
      var body = Response.envelope(412, message).body
      // The envelope's last byte closes it.
      body.removeLast()
      body += ",\"current\":".utf8
      body += current?.json ?? Array("null".utf8)
      body.append(UInt8(ascii: "}"))
      var response = Response.json(bytes: body, status: 412)
      if let current { response.headers.append(Header(name: "ETag", value: current.tag)) }
      return response
    }
  }
}

/// The response of `edit`, or the one to whatever is wrong with it.
func respond(for thing: String, _ edit: () throws -> Response) -> Response {
  do {
    return try edit()
  } catch let error as FlagsRepository.EditError {
    return error.response(for: thing)
  } catch let error as JSONError {
    return BodyError("", "the body is no valid JSON: \(error)").response
  } catch let error as DocumentError {
    return BodyError(error.path, error.message).response
  } catch let error as BodyError {
    return error.response
  } catch {
    return .envelope(500, "\(error)")
  }
}
