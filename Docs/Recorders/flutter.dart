// Records the offset of a Flutter scroll view once a frame, as a CSV for scrollfit. Not run by this project.
//
//   final recorder = GlobalKey<ScrollRecorderState>();
//
//   ScrollRecorder(key: recorder, child: ListView(...))
//   ...
//   debugPrint(recorder.currentState!.text());     // some tenths of a second after the content rests
//
// The text leaves the device as lines of the log, which scrollfit reads with their tags:
//
//   flutter run --profile | tee scroll.log         // debug builds lose frames
//   scrollfit fit --log scroll.log
//
// Clock: the time stamp of the frame, which a post-frame callback is given, and by which tickers move the content in the
// same frame. DateTime.now() or a Stopwatch there is that time plus however long layout took.
//
// Offsets are not rounded to pixels. Clamping physics, Android's, do not go past the edges; the stretch is drawn.
import 'dart:typed_data';

import 'package:flutter/scheduler.dart';
import 'package:flutter/widgets.dart';

class ScrollRecorder extends StatefulWidget {
  const ScrollRecorder({super.key, required this.child});

  /// A widget with one scroll view in it.
  final Widget child;

  @override
  State<ScrollRecorder> createState() => ScrollRecorderState();
}

class ScrollRecorderState extends State<ScrollRecorder> {
  static const _capacity = 120 * 600;
  static const _none = 0, _finger = 1, _glide = 2, _bounce = 3, _rest = 4;
  static const _labels = ['', 'tracking', 'decelerating', 'bounce', 'rest'];

  final _times = Float64List(_capacity); // in microseconds; all memory at once
  final _offsets = Float64List(_capacity);
  final _phases = Uint8List(_capacity);
  int _count = 0;
  ScrollMetrics? _metrics;
  int _phase = _rest;
  bool _dragged = false; // what moves comes from a finger
  double _scale = 1;
  late final FrameCallback _callback = _frame;

  @override
  void didChangeDependencies() {
    super.didChangeDependencies();
    _scale = MediaQuery.devicePixelRatioOf(context);
  }

  bool _listen(ScrollNotification notification) {
    if (notification.depth != 0) return false;
    final metrics = notification.metrics;
    final first = _metrics == null;
    _metrics = metrics;
    Object? drag;
    if (notification is ScrollStartNotification) {
      drag = notification.dragDetails;
      _dragged = false;
    } else if (notification is ScrollUpdateNotification) {
      drag = notification.dragDetails;
    } else if (notification is OverscrollNotification) {
      drag = notification.dragDetails;
    }
    if (drag != null) _dragged = true;
    if (notification is ScrollEndNotification) {
      _phase = _rest;
    } else if (notification is! UserScrollNotification) {
      _phase = drag != null ? _finger : !_dragged ? _none : metrics.outOfRange ? _bounce : _glide;
    }
    if (first) SchedulerBinding.instance.addPostFrameCallback(_callback);
    return false;
  }

  void _frame(Duration timeStamp) {
    if (!mounted || _count == _capacity) return;
    _times[_count] = timeStamp.inMicroseconds.toDouble();
    _offsets[_count] = _metrics!.pixels;
    _phases[_count] = _phase;
    _count += 1;
    SchedulerBinding.instance.addPostFrameCallback(_callback);
    SchedulerBinding.instance.scheduleFrame(); // also while nothing moves
  }

  /// The CSV of all frames since the first scroll.
  String text() {
    final metrics = _metrics;
    if (metrics == null) return '';
    final sideways = metrics.axis == Axis.horizontal;
    final start = metrics.minScrollExtent, end = metrics.maxScrollExtent, size = metrics.viewportDimension;
    final text = StringBuffer()
      ..write('# scale: $_scale\n')
      ..write(sideways ? '# edge_left: $start\n' : '# edge_top: $start\n')
      ..write(sideways ? '# edge_right: $end\n' : '# edge_bottom: $end\n')
      ..write(sideways ? '# bounds_width: $size\n' : '# bounds_height: $size\n')
      ..write(sideways ? 't_s,offset_x_pt,phase\n' : 't_s,offset_y_pt,phase\n');
    for (var row = 0; row < _count; row++) {
      final seconds = (_times[row] - _times[0]) / 1e6;
      text.write('$seconds,${_offsets[row]},${_labels[_phases[row]]}\n');
    }
    return text.toString();
  }

  @override
  Widget build(BuildContext context) =>
      NotificationListener<ScrollNotification>(onNotification: _listen, child: widget.child);
}
