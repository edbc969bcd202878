// What a change costs until its pixels are there, by Chromium's own trace: the handler of the event, the frame with its
// style, layout and painting, the commit to the compositor, the raster, and the drawing of the frame. The waits between
// (for the next tick of the screen, for processors that other programs hold) are no work of the page; `wall` still has
// those inside each part, `work` is processor time alone.
'use strict';

const parts = {
  handler: ['EventDispatch'],
  frame: ['ProxyMain::BeginMainFrame'],
  compositor: ['ProxyImpl::NotifyReadyToCommitOnImpl', 'ProxyImpl::ScheduledActionCommit', 'ProxyImpl::ScheduledActionActivateSyncTree',
    'ProxyImpl::ScheduledActionDraw', 'TileManager::PrepareTiles'],
  raster: ['RasterTask', 'ImageDecodeTask'],
  display: ['Display::DrawAndSwap'],
};

// Runs `during` and gives the events of the trace.
async function trace(tab, during) {
  const session = await tab.context().newCDPSession(tab);
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const ended = new Promise((done) => session.once('Tracing.tracingComplete', done));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'cc', 'viz', 'blink.user_timing', 'disabled-by-default-devtools.timeline'], excludedCategories: ['*'] },
  });
  try {
    await during();
  } finally {
    await session.send('Tracing.end');
    await ended;
    await session.detach();
  }
  return events;
}

// `count` changes made by `change(i)` in the page (a function of its own, without anything around it), each when the frame of the one before is drawn. Gives
// for each the milliseconds of its parts, `work` and `wall`.
async function timed(tab, count, change) {
  const events = await trace(tab, () => tab.evaluate(async ([times, text]) => {
    const make = (0, eval)(`(${text})`);
    for (let i = 0; i < times; ++i) {
      performance.mark(`change-${i}`);
      make(i);
      // However late the frame comes, it is there before the next change.
      for (let frames = 0; frames < 2; ++frames) await new Promise((done) => { requestAnimationFrame(done); });
      await new Promise((done) => { setTimeout(done, 80); });
    }
    performance.mark(`change-${times}`);
  }, [count, change.toString()]));
  const start = new Map(events.filter((event) => /^change-\d+$/.test(event.name)).map((event) => [Number(event.name.slice(7)), event.ts]));
  const page = events.find((event) => event.name === 'change-0').pid;
  const changes = [];
  for (let i = 0; i < count; ++i) {
    const own = { work: 0, wall: 0 };
    for (const [part, names] of Object.entries(parts)) {
      const found = events.filter((event) => event.ph === 'X' && names.includes(event.name) && event.ts >= start.get(i) && event.ts < start.get(i + 1)
        && (event.pid === page || part === 'display'));
      own[part] = found.reduce((sum, event) => sum + (event.tdur ?? event.dur), 0) / 1000;
      own.work += own[part];
      own.wall += found.reduce((sum, event) => sum + event.dur, 0) / 1000;
    }
    changes.push(own);
  }
  return changes;
}

// "work best 5.1, median 6.0 ms (frame 4.0, raster 1.2, ...); wall best 5.3, median 9.1 ms", of those that drew a frame.
function summary(changes) {
  const drawn = changes.filter((change) => change.frame > 0 && change.display > 0);
  const by = (key) => drawn.map((change) => change[key]).sort((a, b) => a - b);
  const best = (key) => by(key)[0];
  const median = (key) => by(key)[drawn.length >> 1];
  const each = Object.keys(parts).map((part) => `${part} ${median(part).toFixed(1)}`).join(', ');
  return {
    drawn: drawn.length, best: best('work'), median: median('work'), wall: best('wall'), wallMedian: median('wall'),
    text: `best ${best('work').toFixed(1)}, median ${median('work').toFixed(1)} ms of ${drawn.length} (${each}); with what ran beside it best ${best('wall').toFixed(1)}, median ${median('wall').toFixed(1)} ms`,
  };
}

module.exports = { timed, summary };
