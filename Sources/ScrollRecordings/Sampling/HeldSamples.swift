extension Trace {
  /// Leaves out the samples that only repeat a frame, if offsets were read more often than frames were drawn: by a timer of
  /// its own, or at 120 Hz of content that moves at 60 Hz. Such samples would count as short rests.
  ///
  /// The last sample of each frame is kept, and its time is that at which the frame began. Where no such frames are found,
  /// the first sample of each value is kept: it is the nearest to the frame's own time. Of a rest, one sample for each usual
  /// frame and the last one are kept. Recordings without stamps, and those in which channels have their own rows, stay as
  /// they are.
  package mutating func leaveOutHeldSamples() {
    guard timing.isRecorded, !isTable, sparse == nil, let offsets = offsetsThatMoveMost,
      10 * zip(offsets, offsets.dropFirst()).count(where: { $0 == $1 }) > count
    else { return }
    let frames = frames
    let moving = fastFrames(frames, offsets)
    guard 10 * moving.count(where: { frames[$0].count > 1 }) > moving.count else { return }
    if let drawn = drawnFrames(frames, moving) {
      let (isLast, starts) = drawn.samples(of: times)
      keep(isLast)
      times = starts
    } else if let usual = samplesPerFrame(moving.map { frames[$0] }) {
      var isKept = [Bool](repeating: false, count: count)
      for frame in frames {
        let isRest = frame.count > 2 * usual
        for index in stride(from: 0, to: isRest ? frame.count : 1, by: usual) {
          isKept[frame.lowerBound + index] = true
        }
        if isRest { isKept[frame.upperBound - 1] = true }
      }
      keep(isKept)
    }
  }

  /// Leaves out the other samples.
  private mutating func keep(_ isKept: [Bool]) {
    heldSamples = isKept.count { !$0 }
    times = times.keeping(isKept)
    for index in channels.indices {
      channels[index].values = channels[index].values.keeping(isKept)
    }
    phases = phases.map { PhaseSpan.keeping(isKept, of: $0) }
  }

  /// The frames at which the content was drawn; nil if each sample in fast motion is another frame.
  private func drawnFrames(_ frames: [Range<Int>], _ moving: [Int]) -> DrawnFrames? {
    // The usual length of frames next to each other in fast motion: a timer blurs the length of a few frames.
    var (run, most) = (0, 0)
    for index in moving.indices {
      run = index > 0 && moving[index] == moving[index - 1] + 1 ? run + 1 : 1
      most = max(most, run)
    }
    guard most > 8 else { return nil }
    let starts = moving.map { times[frames[$0].lowerBound] }
    let changes = frames.dropFirst().map {
      DrawnFrames.Change(
        before: times[$0.lowerBound - 1], after: times[$0.lowerBound], sample: $0.lowerBound)
    }
    // Both ends of a span are late by up to a reading.
    let reading = changes.map { $0.after - $0.before }.sorted()[changes.count / 2]
    // More frames tell their length more accurately, but one of them may have been drawn twice.
    return [40, 12].lazy.compactMap { several -> DrawnFrames? in
      let several = min(most - 1, several)
      let spans = moving.indices.dropFirst(several).filter {
        moving[$0] - moving[$0 - several] == several
      }.map { starts[$0] - starts[$0 - several] }.sorted()
      let usual = spans[spans.count / 2]
      return DrawnFrames(
        changes, near: usual / Double(several), within: 0.01 + reading / usual)
    }.first
  }

  /// The frames between two steps that are larger than 1/2000 of the motion and four times the smallest step, as slow
  /// content repeats its pixels.
  private func fastFrames(_ frames: [Range<Int>], _ offsets: [Double]) -> [Int] {
    let steps = zip(frames, frames.dropFirst()).map {
      (offsets[$1.lowerBound] - offsets[$0.lowerBound]).magnitude
    }
    let smallest = steps.lazy.filter { $0 > 0 }.min() ?? 0
    let fast = max(4 * smallest, extent(offsets) / 2000)
    return frames.indices.dropFirst().dropLast().filter {
      steps[$0 - 1] > fast && steps[$0] > fast
    }
  }

  /// The usual number of samples in a row with the values of one frame; nil if each frame has one sample.
  ///
  /// There must be eight fast frames, as long as frames at 25 Hz or more, four in five of at least two samples and of about
  /// the usual number: the notches of a wheel are longer and less even.
  private func samplesPerFrame(_ moving: [Range<Int>]) -> Int? {
    guard moving.count >= 8 else { return nil }
    let usual = moving.map(\.count).sorted()[moving.count / 2]
    let durations = moving.map { times[$0.upperBound] - times[$0.lowerBound] }
    let even = moving.count { $0.count >= 2 && abs($0.count - usual) <= max(1, usual / 3) }
    return usual >= 2 && durations.sorted()[moving.count / 2] <= 0.042
      && 5 * even >= 4 * moving.count ? usual : nil
  }

  /// The samples with the same values as the one before, in runs that cover the recording.
  private var frames: [Range<Int>] {
    var result: [Range<Int>] = []
    result.reserveCapacity(min(count, 256))
    var start = 0
    for index in 1..<max(count, 1)
    where channels.contains(where: { $0.values[index] != $0.values[index - 1] }) {
      result.append(start..<index)
      start = index
    }
    result.append(start..<count)
    return result
  }

  /// The offsets, or overscrolls, along the axis of the larger motion; nil if there are none.
  private var offsetsThatMoveMost: [Double]? {
    channels.filter { $0.role == .offset || $0.role == .overscroll }.map(\.values).max {
      extent($0) < extent($1)
    }
  }

  private func extent(_ values: [Double]) -> Double { (values.max() ?? 0) - (values.min() ?? 0) }
}
