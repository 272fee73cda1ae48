// A thread of the engine for analysis: a worker that the analyst has called, and that shares its memory.
import { beHelper } from '../wasm/wasm';
import type { HelperCall } from '../wasm/wasm';

self.onmessage = (event: MessageEvent<HelperCall>) => beHelper(event.data);
