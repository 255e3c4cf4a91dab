import { t } from '../translate.ts';

/** Copies the text of `data-copy`, or of the element before if that is empty, then shows a check mark and announces it. */
export function copyOnPress(): void {
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-copy]') : null;
    if (!button || button.ariaLabel === t`Copied`) return;
    const { copy = '' } = button.dataset;
    const text = copy === '' ? (button.previousElementSibling?.textContent ?? '') : copy;
    void write(text).then(() => confirm(button));
  });
}

function confirm(button: HTMLElement): void {
  const label = button.ariaLabel;
  button.dataset.done = '';
  button.ariaLabel = t`Copied`;
  setTimeout(() => {
    delete button.dataset.done;
    button.ariaLabel = label;
  }, 2000);
}

// The Clipboard API is unavailable on plain HTTP, for example on a home network. The deprecated command still
// works there.
async function write(text: string): Promise<void> {
  if (window.isSecureContext) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way to copy on plain HTTP
  document.execCommand('copy');
  area.remove();
}
