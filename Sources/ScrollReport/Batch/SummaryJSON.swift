internal import ScrollFitting

/// `summary` of a batch.
enum SummaryJSON {
  static func write(_ summary: BatchSummary, to json: inout JSONWriter) {
    json.member("recordings", summary.recordings)
    json.member("fitted", summary.fitted)
    json.member("fits", summary.fits)
    json.member("failed", summary.failureCount)
    counts("failures_by_code", summary.failures, to: &json)
    json.key("failures")
    json.array { list in
      for (source, failure) in summary.failed {
        list.element()
        list.line {
          write(source, to: &$0)
          $0.member("code", failure.code)
          $0.member("message", failure.message)
        }
      }
    }
    counts("warnings_by_code", summary.warnings, to: &json)
    json.key("group_by")
    json.array { list in
      for key in summary.keys {
        list.element()
        list.value(key)
      }
    }
    json.key("groups")
    json.array { list in
      for group in summary.grouped() {
        list.element()
        list.object { write(group, keys: summary.keys, to: &$0) }
      }
    }
  }

  /// The members that name a recording.
  static func write(_ source: BatchSource, to json: inout JSONWriter) {
    json.member("path", source.path)
    json.member("trace", source.trace)
    json.member("line", source.line > 0 ? Double(source.line) : nil)
  }

  private static func counts(_ name: String, _ counts: [String: Int], to json: inout JSONWriter) {
    json.key(name)
    json.line { list in
      for (code, count) in counts.sorted(by: { $0.key < $1.key }) { list.member(code, count) }
    }
  }

  /// The values of a group by their keys.
  static func values(_ values: [String?], keys: [String], to json: inout JSONWriter) {
    json.line { list in
      for (key, value) in zip(keys, values) { list.member(key, value) }
    }
  }

  private static func write(
    _ group: BatchSummary.Group, keys: [String], to json: inout JSONWriter
  ) {
    json.key("values")
    values(group.values, keys: keys, to: &json)
    json.member("recordings", group.count)
    json.key("pooled")
    json.array { list in
      for pool in group.pools {
        list.element()
        list.object { write(pool, to: &$0) }
      }
    }
  }

  private static func write(_ pool: PooledConstant, to json: inout JSONWriter) {
    json.member("law", pool.law)
    json.member("key", pool.key)
    json.member("recordings", pool.count)
    json.member("gestures", pool.gestures)
    json.key("estimate")
    json.object { ResultJSON.writeEstimate(pool.estimate, to: &$0) }
    json.key("heterogeneity")
    json.line {
      $0.member("q", pool.q)
      $0.member("degrees", Double(max(0, pool.count - 1)))
      $0.member("p", pool.probability)
      $0.member("spread", pool.spread)
      $0.member("heterogeneous", pool.isHeterogeneous)
    }
    json.key("outliers")
    json.array { list in
      for outlier in pool.outliers {
        list.element()
        list.line {
          write(outlier.source, to: &$0)
          $0.member("value", outlier.value)
          $0.member("standard_error", outlier.standardError)
          $0.member("median_of_others", outlier.median)
        }
      }
    }
    json.key("left_out")
    json.array { list in
      for omission in pool.leftOut {
        list.element()
        list.line {
          $0.member("reason", omission.reason)
          $0.member("recordings", omission.count)
        }
      }
    }
  }
}
