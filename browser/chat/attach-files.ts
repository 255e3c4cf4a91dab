/** Adds pasted or dropped files to those of the message. */
export function attachFiles(
  element: HTMLElement,
  input: HTMLInputElement,
  { signal, onChange }: { signal: AbortSignal; onChange: () => void },
): void {
  const add = (event: Event, files: FileList | undefined) => {
    if (!files || files.length === 0) return;
    event.preventDefault();
    const all = new DataTransfer();
    for (const file of [...(input.files ?? []), ...files]) all.items.add(file);
    input.files = all.files;
    onChange();
  };
  element.addEventListener('paste', (event) => add(event, event.clipboardData?.files), { signal });
  element.addEventListener('drop', (event) => add(event, event.dataTransfer?.files), { signal });
  element.addEventListener('dragover', (event) => event.preventDefault(), { signal });
}
