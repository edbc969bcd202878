// The C++ core, compiled to WebAssembly (../wasm/exports.cpp), as functions with types.

interface CoreModule {
  HEAPU8: Uint8Array;
  HEAP32: Int32Array;
  HEAPF32: Float32Array;
  HEAPU32: Uint32Array;
  _malloc(size: number): number;
  _free(at: number): void;
  UTF8ToString(at: number): string;
  stringToUTF8(text: string, at: number, room: number): void;
  lengthBytesUTF8(text: string): number;
  _railyard_catalogue(): number;
  _railyard_place(question: number): number;
  _railyard_racks(): number;
  _railyard_rack_domains(): number;
  _railyard_rack_ranks(): number;
  _railyard_rack_gpus(): number;
  _railyard_rack_tier(): number;
  _railyard_domain_name(domain: number): number;
  _railyard_coordinates(dimension: number): number;
  _railyard_hops(rank: number, dimension: number): number;
  _railyard_hop_list(): number;
  _railyard_seat(gpu: number, rank: number): number;
  _railyard_schedule(question: number): number;
  _railyard_operation_count(): number;
  _railyard_operations(): number;
}

declare const railyardCore: () => Promise<CoreModule>;

export interface Model {
  name: string;
  about: string;
  parameters: number;
  active_parameters: number;
  layers: number;
  heads: number;
  experts: number;
}

export interface Layout {
  name: string;
  about: string;
  model: string;
  settings: Record<string, string>;
  published_source?: string;
  published_gpu?: string;
}

export interface Topology {
  name: string;
  about: string;
  is_domain: boolean;
  gpu: string;
  gpu_memory: number;
  domain_gpus: number;  // of the largest
  gpus: number | null;
}

export interface Catalogue {
  version: string;
  times: string[];
  models: Model[];
  layouts: Layout[];
  topologies: Topology[];
  choices: Record<string, string[]>;
  dimensions: string[];
  schedules: { name: string; about: string; bubble: string }[];
}

export interface Problem {
  key: string;
  message: string;
  hint: string;
  is_value?: boolean;  // no layout may say so, whatever else it says
}

export interface DimensionReport {
  name: string;
  degree: number;
  groups: number;
  groups_on_nvlink: number;
  pattern: string;
  hops: Record<string, number>;
  nvlink: number;
  pcie: number;
  network: number;
  wrap: { nvlink: number; pcie: number; network: number };
  bytes_per_step: { nvlink: number; pcie: number; network: number };
  seconds?: number;
}

export interface StageMemory {
  layers: number;
  in_flight: number;
  parameters: number;
  total: number;
  weights: number;
  gradients: number;
  optimizer: number;
  activations: number;
  logits: number;
}

export interface Remedy {
  set: Record<string, string>;
  total: number;
  ranks: number;
}

export interface Step {
  model: string;
  seconds: number;
  compute: number;
  tp: number;
  cp: number;
  ep: number;
  pp: number;
  dp: number;
  bubble: number;
  tflops_per_gpu_model: number;
  mfu: number;
  tokens_per_second_per_gpu: number;
  gpu_hours: number;
  published_seconds?: number;
  error_percent?: number;
  error_band?: { percent: number; runs: number } | null;
  reasons?: { part: string; seconds: number; bound_by: string }[];
}

export interface Place {
  layout: string;
  topology: string;
  ranks: number;
  fits: boolean;
  why?: string;
  gpus_short?: number;
  placement: {
    policy: string;
    block: number;
    domains_used: number;
    servers_used: number;
    gpus_idle: number;
    gpus_spare: number;
    gpus_unavailable: number;
  } | null;
  dimensions: DimensionReport[];
  step?: Step;
  memory?: StageMemory & {
    fits: boolean;
    capacity: number;
    reserved: number;
    gpu_memory: number;
    worst_stage: number;
    over: number;
    largest: string;
    remedies: Remedy[];
    stages: StageMemory[];
  };
  notes: string[];
}

export interface Answer {
  problems?: Problem[];
  place?: Place;
  notes?: string[];
  micro_batches?: number;
  domains?: { word: string; has_nvlink: boolean };
  calibration_lacks?: string;
}

export interface ScheduleAnswer {
  problems?: Problem[];
  time_unit: 's' | 'unit';
  // Of a job's stages: the least and the most, and by which model.
  times?: { model: string; forward: [number, number]; backward: [number, number]; weight: [number, number]; send: number };
  schedule: string;
  finishes: boolean;
  reason?: string;
  stages: number;
  micro_batches: number;
  chunks: number;
  parameter_copies: number;
  makespan: number;
  makespan_with_free_sends: number;
  useful: number;
  bubble_over_useful: number;
  bubble_over_step: number;
  sends: number;
  devices: { busy: number; idle: number; peak_alive: number }[];
  warnings?: string[];
}

export interface Operations {
  count: number;
  start: Float32Array;
  end: Float32Array;
  device: Uint32Array;
  microBatch: Uint32Array;
  chunk: Uint32Array;
  kind: Uint32Array;  // forward, backward, backward of inputs, backward of weights
}

export interface Domain {
  firstGpu: number;
  gpus: number;
  perServer: number;
  kind: number;
  physical: number;
  partition: number;
  span: number;
}

export interface Racks {
  domains: Domain[];
  ranks: Int32Array;  // per GPU; below 0: no rank
  tier: string;
}

export interface Hop {
  from: number;
  to: number;
  reach: number;  // 1 NVLink, 2 PCIe, 3 and on the tiers
  isOwn: boolean;
}

export const idle = -1;
export const unavailable = -2;
export const spare = -3;

export class Core {
  private constructor(private readonly module: CoreModule) {}

  static async start(): Promise<Core> {
    return new Core(await railyardCore());
  }

  catalogue(): Catalogue {
    return JSON.parse(this.module.UTF8ToString(this.module._railyard_catalogue())) as Catalogue;
  }

  // Lines of KEY=VALUE; the text of the answer is that of C++.
  placeText(question: string): string {
    return this.asked(question, this.module._railyard_place);
  }

  schedule(question: string): { answer: ScheduleAnswer; operations: Operations } {
    const answer = JSON.parse(this.asked(question, this.module._railyard_schedule)) as ScheduleAnswer;
    const count = this.module._railyard_operation_count();
    const at = this.module._railyard_operations() >> 2;
    const floats = this.module.HEAPF32;
    const words = this.module.HEAPU32;
    const operations: Operations = {
      count,
      start: new Float32Array(count),
      end: new Float32Array(count),
      device: new Uint32Array(count),
      microBatch: new Uint32Array(count),
      chunk: new Uint32Array(count),
      kind: new Uint32Array(count),
    };
    for (let i = 0; i < count; ++i) {
      const here = at + 6 * i;
      operations.start[i] = floats[here];
      operations.end[i] = floats[here + 1];
      operations.device[i] = words[here + 2];
      operations.microBatch[i] = words[here + 3];
      operations.chunk[i] = words[here + 4];
      operations.kind[i] = words[here + 5];
    }
    return { answer, operations };
  }

  // Of the job that was placed last.
  racks(): Racks {
    const count = this.module._railyard_racks();
    const at = this.module._railyard_rack_domains() >> 2;
    const words = this.module.HEAPU32;
    const domains: Domain[] = [];
    for (let i = 0; i < count; ++i) {
      const here = at + 7 * i;
      domains.push({
        firstGpu: words[here],
        gpus: words[here + 1],
        perServer: words[here + 2],
        kind: words[here + 3],
        physical: words[here + 4],
        partition: words[here + 5],
        span: words[here + 6],
      });
    }
    const ranksAt = this.module._railyard_rack_ranks() >> 2;
    const ranks = this.module.HEAP32.slice(ranksAt, ranksAt + this.module._railyard_rack_gpus());
    return { domains, ranks, tier: this.module.UTF8ToString(this.module._railyard_rack_tier()) };
  }

  domainName(domain: number): string {
    return this.module.UTF8ToString(this.module._railyard_domain_name(domain));
  }

  coordinates(dimension: number, ranks: number): Int32Array {
    const at = this.module._railyard_coordinates(dimension) >> 2;
    return this.module.HEAP32.slice(at, at + ranks);
  }

  hops(rank: number, dimension: number): Hop[] {
    const count = this.module._railyard_hops(rank, dimension);
    const at = this.module._railyard_hop_list() >> 2;
    const words = this.module.HEAPU32;
    const hops: Hop[] = [];
    for (let i = 0; i < count; ++i) {
      const here = at + 4 * i;
      hops.push({ from: words[here], to: words[here + 1], reach: words[here + 2], isOwn: words[here + 3] !== 0 });
    }
    return hops;
  }

  seat(gpu: number, rank: number): { gpu: string; rank: number; coordinates?: Record<string, number> } {
    return JSON.parse(this.module.UTF8ToString(this.module._railyard_seat(gpu, rank)));
  }

  private asked(question: string, ask: (question: number) => number): string {
    const room = this.module.lengthBytesUTF8(question) + 1;
    const at = this.module._malloc(room);
    this.module.stringToUTF8(question, at, room);
    const answer = this.module.UTF8ToString(ask(at));
    this.module._free(at);
    return answer;
  }
}
