import { t } from '../translate.ts';

interface Submission {
  formSubmission: { formElement: HTMLFormElement; submitter: HTMLButtonElement | null };
}

const frames = 'turbo-frame:is(.reactions, .votes, .relation)';

/**
 * Applies reactions, votes and follows optimistically. The server's response replaces the guess. On errors,
 * the previous state is restored.
 */
export function applyOptimistically(showError: (text: string) => void): void {
  const before = new Map<HTMLElement, Node[]>();

  document.addEventListener('turbo:submit-start', (event) => {
    const { formElement: form, submitter } = (event as CustomEvent<Submission>).detail.formSubmission;
    const frame = frameFor(form);
    if (!frame || !submitter) return;
    before.set(
      frame,
      [...frame.childNodes].map((node) => node.cloneNode(true)),
    );
    if (frame.matches('.reactions')) guessReaction(frame, submitter);
    else if (frame.matches('.votes')) guessVote(frame, submitter);
    else guessRelation(submitter);
  });

  const refuse = (frame: HTMLElement, text: string) => {
    const nodes = before.get(frame);
    if (!nodes) return false;
    before.delete(frame);
    frame.replaceChildren(...nodes);
    // Turbo had disabled them.
    for (const button of frame.querySelectorAll('button')) button.disabled = false;
    frame.removeAttribute('aria-busy');
    showError(text);
    return true;
  };
  const frameOf = ({ target }: Event) => (target instanceof HTMLElement ? frameFor(target) : null);

  // Prevents Turbo from rendering an error page into the frame.
  document.addEventListener('turbo:before-fetch-response', (event) => {
    const { fetchResponse } = (event as CustomEvent<{ fetchResponse: { succeeded: boolean } }>).detail;
    const frame = frameOf(event);
    if (!fetchResponse.succeeded && frame && refuse(frame, t`That didn’t work. Try again.`))
      event.preventDefault();
  });
  document.addEventListener('turbo:fetch-request-error', (event) => {
    const frame = frameOf(event);
    if (frame && refuse(frame, t`The server can’t be reached. Try again.`)) event.preventDefault();
  });
  document.addEventListener('turbo:frame-load', ({ target }) => before.delete(target as HTMLElement));
}

/** The form of the shared reaction picker is outside of its frame. */
function frameFor(element: HTMLElement): HTMLElement | null {
  const named = document.getElementById(element.dataset.turboFrame ?? '');
  return named?.matches(frames) ? named : element.closest<HTMLElement>(frames);
}

function guessReaction(frame: HTMLElement, submitter: HTMLButtonElement): void {
  const kind = submitter.value;
  const main = frame.querySelector<HTMLElement>('.post-action');
  if (!main) return;
  const step = Number(kind !== '') - Number(main.ariaPressed === 'true');
  main.ariaPressed = String(kind !== '');
  if (kind === '') delete main.dataset.reaction;
  else main.dataset.reaction = kind;
  const use = main.querySelector('use');
  const drawing = submitter.querySelector('use')?.getAttribute('href') ?? '';
  // Without a reaction, it shows a like again.
  use?.setAttribute('href', kind === '' ? drawing.replace(/#.*/, '#thumbs-up') : drawing);
  const total = frame.querySelector('.reaction-summary > span:last-child');
  if (total) addTo(total, step);
}

function guessVote(frame: HTMLElement, submitter: HTMLButtonElement): void {
  const score = frame.querySelector('.votes-score > span');
  const chosen = submitter.value;
  for (const button of frame.querySelectorAll('button')) {
    const way = button.form?.matches(':first-of-type') ? 1 : -1;
    const isPressed = button === submitter && chosen !== 'none';
    if (score) addTo(score, way * (Number(isPressed) - Number(button.ariaPressed === 'true')));
    button.ariaPressed = String(isPressed);
  }
}

/** The button has its next label and icon as data attributes. */
function guessRelation(submitter: HTMLButtonElement): void {
  const { then, thenIcon } = submitter.dataset;
  const label = submitter.querySelector('span');
  const use = submitter.querySelector('use');
  if (then === undefined || !label) return;
  label.textContent = then;
  use?.setAttribute('href', (use.getAttribute('href') ?? '').replace(/#.*/, `#${thenIcon ?? ''}`));
}

function addTo(shown: Element, step: number): void {
  // A shortened number does not show a single one more.
  if (shown.querySelector('abbr')) return;
  const count = Number(shown.textContent.replace(/[^\d-]/g, ''));
  shown.textContent = (count + step).toLocaleString(document.documentElement.lang);
}
