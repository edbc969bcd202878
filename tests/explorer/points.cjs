// A few hundred questions of all kinds, the same in every run: layouts as shipped and changed, on every topology.
'use strict';

// xorshift32: the same numbers everywhere.
function dice(seed) {
  let state = seed;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  return { below: (n) => next() % n, one: (list) => list[next() % list.length] };
}

const changes = {
  'parallel.tp': ['1', '2', '4', '8', '16'],
  'parallel.cp': ['1', '2', '4'],
  'parallel.pp': ['1', '2', '4', '8', '16', '12'],
  'parallel.dp': ['1', '2', '4', '16', '64', '96', '128'],
  'parallel.ep': ['1', '2', '8', '64'],
  order: ['tp,cp,dp,pp', 'tp,cp,pp,dp', 'cp,tp,dp,pp', 'dp,tp,cp,pp', 'tp,cp,dp:2,pp,dp'],
  'placement.policy': ['aligned', 'packed'],
  'placement.keep': ['tp', 'tp,cp', 'ep', 'dp:2'],
  'placement.per_domain': ['4', '8', '64'],
  'batch.sequences': ['64', '256', '1536', '2048', '6144'],
  'batch.micro': ['1', '2', '4'],
  'batch.length': ['2048', '4096', '8192', '131072'],
  precision: ['bf16', 'fp16', 'fp8'],
  sharding: ['none', 'zero-1', 'zero-2', 'zero-3'],
  recompute: ['none', 'selective', 'full'],
  saves: ['all', 'lean'],
  attention: ['flash', 'unfused'],
  sequence_parallel: ['true', 'false'],
  recompute_experts: ['true', 'false'],
  routing: ['balanced', 'dropless', 'token-drop'],
  expert_imbalance: ['1', '1.25', '9'],
  software: ['megatron-2021', 'megatron-2023', 'megatron-te', 'deepspeed', 'fsdp'],
};

function points(catalogue, count) {
  const { below, one } = dice(20260715);
  const list = [];
  for (let i = 0; i < count; ++i) {
    const layout = one(catalogue.layouts);
    const set = {};
    for (let left = below(4); left > 0; --left) {
      const key = one(Object.keys(changes));
      set[key] = one(changes[key]);
    }
    if (below(5) === 0) set.model = one(catalogue.models).name;
    if (below(4) === 0) {
      set['pipeline.schedule'] = one(['gpipe', '1f1b', 'interleaved', 'zero-bubble', 'dualpipe']);
      set['pipeline.chunks'] = { interleaved: one(['2', '3', '4']), dualpipe: '2' }[set['pipeline.schedule']] || '1';
    }
    list.push({ layout: layout.name, on: one(catalogue.topologies).name, times: one(catalogue.times), set });
  }
  return list;
}

// As lines for the page, and as arguments of the program.
function question({ layout, on, times, set }) {
  return [`layout=${layout}`, `on=${on}`, `times=${times}`, ...Object.entries(set).map(([key, value]) => `${key}=${value}`)]
    .join('\n');
}
function command({ layout, on, times, set }) {
  // The calibrated model is what `place` takes of itself, and what it leaves for the other where it does not know a GPU.
  return ['place', layout, '--on', on, ...(times === 'reference' ? ['--model', times] : []), '--format', 'json',
    ...Object.entries(set).flatMap(([key, value]) => ['--set', `${key}=${value}`])];
}

module.exports = { points, question, command };
