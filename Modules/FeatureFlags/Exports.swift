// `JSONValue` and `JSONObject` are part of the core's own interface: whoever imports FeatureFlags can use them.
@_exported public import StrictJSON
