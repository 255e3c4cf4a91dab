import { t } from '../translate.ts';
import { keyOfThread } from './unsent.ts';

/** Maximum number of posts that continue another one. */
const most = 24;

/** Adds or removes a post, by its button. */
export function changeThread(button: HTMLElement): void {
  const form = button.closest('form');
  const item = button.closest('li');
  if (form && item) removeThreadPost(form, item);
  else if (form) addThreadPost(form);
}

function removeThreadPost(form: HTMLFormElement, item: Element): void {
  const before = item.previousElementSibling ?? form;
  const list = item.closest<HTMLElement>('[data-thread]');
  item.remove();
  if (list) renumber(form, list);
  before.querySelector('textarea')?.focus();
}

/** Adds the fields of the next post of a thread below those that are there. */
function addThreadPost(form: HTMLFormElement): HTMLTextAreaElement | undefined {
  const list = form.querySelector<HTMLElement>('[data-thread]');
  const template = list?.nextElementSibling;
  if (!list || !(template instanceof HTMLTemplateElement) || list.children.length >= most) return;
  list.append(template.content.cloneNode(true));
  const item = list.lastElementChild;
  const field = item?.querySelector('textarea');
  if (!item || !field) return;
  // An empty post is removed as the empty line that it is.
  field.addEventListener('keydown', ({ key }) => {
    if (key === 'Backspace' && field.value === '' && !item.querySelector('.dropzone-previews > *'))
      removeThreadPost(form, item);
  });
  field.addEventListener('input', () => store(form, list));
  renumber(form, list);
  field.focus();
  item.scrollIntoView({ block: 'nearest' });
  return field;
}

/** Restores the posts of a thread that was not sent. */
export function restoreThread(form: HTMLFormElement): void {
  const texts = JSON.parse(localStorage.getItem(keyOfThread(form)) ?? '[]') as string[];
  for (const text of texts) {
    const field = addThreadPost(form);
    if (!field) break;
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

function store(form: HTMLFormElement, list: HTMLElement): void {
  const texts = [...list.querySelectorAll('textarea')].map(({ value }) => value);
  try {
    if (texts.every((text) => text.trim() === '')) localStorage.removeItem(keyOfThread(form));
    else localStorage.setItem(keyOfThread(form), JSON.stringify(texts));
  } catch {
    // Storage is full or forbidden. The texts would only be lost on a reload.
  }
}

/** The first post of the thread is above the list. */
function renumber(form: HTMLFormElement, list: HTMLElement): void {
  store(form, list);
  for (const [at, item] of [...list.children].entries()) {
    const [field, remove] = [item.querySelector('textarea'), item.querySelector('[data-remove]')];
    const pictures = item.querySelector<HTMLInputElement>('input[type="file"]');
    if (field) field.ariaLabel = t`Post ${at + 2}`;
    if (remove) remove.ariaLabel = t`Remove post ${at + 2}`;
    if (pictures) pictures.name = `pictures_${at + 2}`;
  }
}
