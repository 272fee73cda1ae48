// A thread of the engine for analysis: a worker that the analyst has called, and that shares its memory.
import { beHand } from '../wasm/wasm';
import type { HandCall } from '../wasm/wasm';

self.onmessage = (event: MessageEvent<HandCall>) => beHand(event.data);
