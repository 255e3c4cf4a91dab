import type messages from '../static/_locales/en/messages.json';

/** A text in the language of the browser. */
export const text = (name: keyof typeof messages, ...given: string[]): string =>
  chrome.i18n.getMessage(name, given);

/** Fills in the texts of a page. */
export function fillPage(): void {
  // Of the texts: a browser in a language that the extension does not have shows them in English.
  document.documentElement.lang = text('language');
  document.documentElement.dir = text('direction');
  for (const [attribute, place] of [
    ['data-text', 'textContent'],
    ['data-label', 'ariaLabel'],
    ['data-placeholder', 'placeholder'],
  ] as const)
    for (const element of document.querySelectorAll(`[${attribute}]`))
      Object.assign(element, { [place]: text(element.getAttribute(attribute) as keyof typeof messages) });
}

export function find<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const element = document.getElementById(id);
  if (!element) throw new Error(`There is no #${id}`);
  return element as Kind;
}

/** Shows what is wrong at its field, and leads the person there. Without a field, at the form. */
export function showError(message: string, field?: string): void {
  const input = field === undefined ? null : document.getElementById(field);
  const place = input ? `${input.id}-error` : 'form-error';
  find(place).textContent = message;
  find(place).hidden = false;
  if (!input) return;
  input.setAttribute('aria-invalid', 'true');
  input.setAttribute('aria-errormessage', place);
  input.focus();
}

export function clearErrors(): void {
  for (const error of document.querySelectorAll<HTMLElement>('.error')) error.hidden = true;
  for (const input of document.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
}
