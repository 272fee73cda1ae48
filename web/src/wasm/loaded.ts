// The rules of the page, loaded once.
import { Rules } from './wasm';

let loaded: Rules | null = null;

/** The module, which first.ts has asked for. */
export async function takeRules(module: Promise<WebAssembly.Module>): Promise<void> {
  loaded = await Rules.of(await module);
}

/** The rules; pages are drawn only when they are there. */
export function rules(): Rules {
  if (!loaded) throw new Error('the rules are not loaded yet');
  return loaded;
}
