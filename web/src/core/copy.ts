// Copies a text for pasting elsewhere.

/** False where the browser does not allow it: on pages without TLS, or when the reader said no. */
export async function copyText(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return false;
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
