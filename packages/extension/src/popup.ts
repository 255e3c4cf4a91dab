import { encode, renderSVG } from 'uqr';
import type { Pending } from './background.ts';
import { ask, type Choices, type Refused, type Shown } from './calls.ts';
import { readConnection } from './connection.ts';
import { clearErrors, fillPage, find, showError, text } from './page.ts';

const url = find<HTMLInputElement>('url');
const alias = find<HTMLInputElement>('alias');
const domain = find<HTMLSelectElement>('domain');
const tag = find<HTMLInputElement>('tag');
const submit = find<HTMLButtonElement>('shorten');
const short = find<HTMLAnchorElement>('short');

/** The API's names of the fields. */
const fieldOf: Readonly<Record<string, string>> = { custom: 'alias', tags: 'tag' };

fillPage();
for (const id of ['settings', 'connect'])
  find(id).addEventListener('click', () => {
    void chrome.runtime.openOptionsPage();
    window.close();
  });
find('form').addEventListener('submit', (event) => {
  event.preventDefault();
  void shorten();
});
find('copy').addEventListener('click', () => void copyShort());
find('qr').addEventListener('click', toggleCode);
find('again').addEventListener('click', showForm);
await open();

async function open(): Promise<void> {
  const connection = await readConnection();
  find(connection ? 'work' : 'start').hidden = false;
  if (!connection) return find('connect').focus();
  const { pending } = await chrome.storage.session.get<{ pending?: Pending }>('pending');
  await chrome.storage.session.remove('pending');
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  url.value = pending?.url ?? (/^https?:/.test(tab?.url ?? '') ? (tab?.url ?? '') : '');
  (url.value === '' ? url : submit).focus();
  const { last = {} } = await chrome.storage.local.get<{ last?: { domain?: string; tag?: string } }>('last');
  tag.value = last.tag ?? '';
  if (pending) {
    await showChoices({ domains: last.domain ? [last.domain] : [], tags: [], recent: [] }, last.domain);
    await shorten();
    return showRecent((await ask('choices').catch(() => undefined))?.recent ?? []);
  }
  try {
    await showChoices(await ask('choices'), last.domain);
  } catch (error) {
    await showRefused(error as Refused);
  }
}

async function showChoices({ domains, tags, recent }: Choices, last: string | undefined): Promise<void> {
  const { host } = new URL((await readConnection())?.baseUrl ?? '');
  const option = (value: string, label: string) => new Option(label, value, false, value === last);
  domain.replaceChildren(option('', host), ...domains.map((each) => option(each, new URL(each).host)));
  find('domain-field').hidden = domains.length === 0;
  find('tags').replaceChildren(...tags.map((each) => new Option(each)));
  showRecent(recent);
}

function showRecent(recent: Shown[]): void {
  find('recent').hidden = recent.length === 0;
  find('recent')
    .querySelector('ul')
    ?.replaceChildren(...recent.map(row));
}

/** A link with a button that copies it. */
function row({ shorturl, longurl, title }: Shown): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  Object.assign(link, { href: shorturl, textContent: plain(shorturl), target: '_blank', dir: 'ltr' });
  const about = document.createElement('span');
  Object.assign(about, { textContent: title || plain(longurl), dir: 'auto' });
  const copy = document.createElement('button');
  Object.assign(copy, {
    className: 'quiet-button',
    textContent: text('copy'),
    ariaLabel: text('copyLink', plain(shorturl)),
  });
  copy.addEventListener('click', () => {
    void navigator.clipboard.writeText(shorturl).then(() => {
      copy.textContent = text('copied');
    });
  });
  item.append(link, copy, about);
  return item;
}

/** An address as people read it. */
function plain(address: string): string {
  return address.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

async function shorten(): Promise<void> {
  clearErrors();
  if (!/^https?:\/\//.test(url.value)) return showError(text('noPage'), 'url');
  submit.disabled = true;
  submit.textContent = text('working');
  try {
    const { shorturl, held } = await ask('shorten', {
      url: url.value,
      ...(alias.value.trim() && { alias: alias.value.trim() }),
      ...(domain.value && { domain: domain.value }),
      ...(tag.value.trim() && { tags: [tag.value.trim()] }),
    });
    await chrome.storage.local.set({ last: { domain: domain.value, tag: tag.value.trim() } });
    await showResult(shorturl, held);
  } catch (error) {
    await showRefused(error as Refused);
  } finally {
    submit.disabled = false;
    submit.textContent = text('shortenAndCopy');
  }
}

async function showRefused({ message, field, status }: Refused): Promise<void> {
  if (status === 401) return showError(text('connectAgain'));
  if (status !== undefined) return showError(message, field && (fieldOf[field] ?? field));
  showError(text('unreachable', new URL((await readConnection())?.baseUrl ?? '').host));
}

async function showResult(shorturl: string, held: boolean): Promise<void> {
  find('form').hidden = true;
  find('result').hidden = false;
  short.href = shorturl;
  short.textContent = plain(shorturl);
  await copyShort();
  if (held) find('said').textContent = text('held');
}

/** Copies the link. Where the browser does not let it without a click, the button is one key away. */
async function copyShort(): Promise<void> {
  find('copy').focus();
  const copied = await navigator.clipboard.writeText(short.href).then(
    () => true,
    () => false,
  );
  find('said').textContent = text(copied ? 'copied' : 'notCopied');
}

function toggleCode(): void {
  const isOpen = find('code').hidden;
  find('code').hidden = !isOpen;
  find('qr').setAttribute('aria-expanded', String(isOpen));
  if (!isOpen) return;
  const drawing = renderSVG(short.href, { border: 2, ecc: 'M' });
  find('picture').ariaLabel = text('qrOf', short.textContent ?? '');
  find('picture').style.setProperty('--cells', String(encode(short.href, { border: 2, ecc: 'M' }).size));
  find('picture').innerHTML = drawing;
  find<HTMLAnchorElement>('download').href = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}

function showForm(): void {
  find('form').hidden = false;
  for (const id of ['result', 'code']) find(id).hidden = true;
  find('qr').setAttribute('aria-expanded', 'false');
  for (const input of [url, alias]) input.value = '';
  url.focus();
}
