/** Adds pasted or dropped files to those of the message. Marks the conversation while files are dragged over it. */
export function attachFiles(
  element: HTMLElement,
  input: HTMLInputElement,
  { signal, onChange }: { signal: AbortSignal; onChange: () => void },
): void {
  const add = (event: Event, files: FileList | undefined) => {
    if (!files || files.length === 0 || !input.isConnected) return;
    event.preventDefault();
    const all = new DataTransfer();
    for (const file of [...(input.files ?? []), ...files]) all.items.add(file);
    input.files = all.files;
    onChange();
  };
  element.addEventListener('paste', (event) => add(event, event.clipboardData?.files), { signal });
  const mark = (isOver: boolean) => element.classList.toggle('dropping', isOver);
  const drop = (event: DragEvent) => {
    mark(false);
    add(event, event.dataTransfer?.files);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    mark(event.dataTransfer?.types.includes('Files') ?? false);
  };
  const leave = ({ relatedTarget }: DragEvent) => mark(element.contains(relatedTarget as Node | null));
  element.addEventListener('drop', drop, { signal });
  element.addEventListener('dragover', over, { signal });
  element.addEventListener('dragleave', leave, { signal });
}
