import { DomUtils, parseDocument } from 'htmlparser2';
import { exchange } from '../peers/exchange.ts';
import type { Answer } from '../peers/exchange.ts';
import { isThorough } from '../peers/thorough.ts';
import { seenPage, type FilledServices, type Reader } from './filled-services.ts';

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** A request that Turbo makes from within a page, and the frame in which it shows the answer. */
interface Step {
  service: 'plaza' | 'hop';
  /** The page with the link or form. */
  from: string;
  frame: string;
  method: string;
  path: string;
  body: string;
}

/** Examples of each link and form, which differ in ids only. */
const maxExamples = isThorough ? 2 : 1;

/**
 * Follows every link, form and source of every frame of all pages as Turbo does. Returns those whose answer does
 * not have the frame, for which Turbo shows "Content missing".
 */
export async function walkFrames(
  services: FilledServices,
  reader: Reader,
): Promise<{ faults: string[]; followed: number }> {
  const steps: Step[] = [];
  for (const page of services.pages) {
    const { service, path } = page;
    // Menus that rows share have names in braces, which scripts fill in.
    if (path.startsWith('/menus/')) continue;
    const answer = await seenPage(services, reader, page);
    if (answer.status === 200 && isPage(answer))
      steps.push(...stepsIn(answer.body, { service, path, base: services[service] }));
  }
  const examples = new Map<string, number>();
  const faults: string[] = [];
  let followed = 0;
  // Forms change what the others lead to, so those that take something away are last.
  const ordered = steps.toSorted((one, other) => harm(one) - harm(other));
  for (const step of ordered) {
    // An invitation is answered once, and a comment is deleted once.
    const isOnce = /invitation|delete/.test(step.path);
    const words = [step.method, step.path, step.frame, isOnce ? '' : step.body];
    const kind = words
      .join(' ')
      .replace(/form_key=[\w-]+/, '')
      .replaceAll(/\d+|@\w+/g, '1');
    const before = examples.get(kind) ?? 0;
    if (before >= (isOnce ? 1 : maxExamples)) continue;
    examples.set(kind, before + 1);
    const answer = await follow(services, reader, step);
    followed += 1;
    const isThere =
      answer.body.includes('<turbo-stream') ||
      framesIn(answer.body).some(({ attribs }) => attribs.id === step.frame);
    if (!isThere)
      faults.push(
        `${reader}: ${step.method} ${step.path} on ${step.from} has no frame ${step.frame} (${answer.status})`,
      );
  }
  return { faults, followed };
}

const harm = ({ method, path }: Step): number =>
  method === 'GET'
    ? -1
    : ['react', 'vote', 'reply', 'invitation', 'connect', 'delete'].findIndex((word) => path.includes(word));

const isPage = ({ headers }: Answer) => headers['content-type']?.startsWith('text/html') === true;

const elementsIn = (root: Parameters<typeof DomUtils.getElementsByTagName>[1]): Element[] =>
  DomUtils.getElementsByTagName('*', root);

const framesIn = (text: string) => DomUtils.getElementsByTagName('turbo-frame', parseDocument(text));

function stepsIn(
  text: string,
  { service, path, base }: { service: Step['service']; path: string; base: string },
): Step[] {
  // Only scripts use templates.
  const elements = elementsIn(parseDocument(text.replaceAll(/<template[^>]*>[^]*?<\/template\s*>/g, '')));
  const here = new URL(path, base);
  return elements.flatMap((element) => {
    const { name, attribs } = element;
    const step = (
      frame: string | undefined,
      address: string | undefined,
      method = 'GET',
      body = '',
    ): Step[] => {
      if (!frame || frame === '_top' || address === undefined || address.startsWith('#')) return [];
      const url = new URL(address, here);
      if (url.origin !== here.origin) return [];
      if (method === 'GET' && body !== '') url.search = body;
      return [
        {
          service,
          from: path,
          frame,
          method,
          path: url.pathname + url.search,
          body: method === 'GET' ? '' : body,
        },
      ];
    };
    if (name === 'turbo-frame') return step(attribs.id, attribs.src);
    if (element.attribs['data-turbo'] === 'false' || attribs.download !== undefined || attribs.target)
      return [];
    if (name === 'a') return step(frameOf(element), attribs.href);
    if (name !== 'form') return [];
    const buttons = elementsIn(element).filter((each) => each.name === 'button');
    const submits = buttons.filter((button) => (button.attribs.type ?? 'submit') === 'submit');
    return (submits.length > 0 ? submits : [undefined]).flatMap((submit) =>
      step(
        submit?.attribs['data-turbo-frame'] ?? frameOf(element),
        submit?.attribs.formaction ?? attribs.action ?? path,
        (submit?.attribs.formmethod ?? attribs.method ?? 'get').toUpperCase(),
        fieldsOf(element, submit),
      ),
    );
  });
}

/** The frame that Turbo chooses: named by the element, else by the frame around it, else that frame. */
function frameOf(element: Element): string | undefined {
  const named = element.attribs['data-turbo-frame'];
  if (named !== undefined && named !== '_self') return named;
  for (let { parent } = element; parent; { parent } = parent)
    if ('name' in parent && parent.name === 'turbo-frame') return parent.attribs.target ?? parent.attribs.id;
  return undefined;
}

/** What a browser sends for an untouched form whose required texts are filled in. */
function fieldsOf(form: Element, submit: Element | undefined): string {
  const sent = new URLSearchParams();
  for (const { name: tag, attribs } of elementsIn(form)) {
    const { name, type = 'text', value = '' } = attribs;
    // Turbo sends after the question of a confirmation.
    if (name?.startsWith('confirm_')) continue;
    if (!name || attribs.disabled !== undefined || tag === 'button') continue;
    if (['checkbox', 'radio'].includes(type)) {
      if (attribs.checked !== undefined || !sent.has(name)) sent.set(name, value || 'on');
    } else if (tag === 'input' && type !== 'file' && type !== 'submit') sent.append(name, value);
    else if (tag === 'textarea') sent.append(name, 'Some text');
  }
  if (submit?.attribs.name) sent.append(submit.attribs.name, submit.attribs.value ?? '');
  return sent.toString();
}

async function follow(services: FilledServices, reader: Reader, step: Step): Promise<Answer> {
  let answer = await ask(services, reader, step, step.frame);
  for (let hops = 0; hops < 5 && [301, 302, 303].includes(answer.status); hops += 1) {
    const { pathname, search } = new URL(String(answer.headers.location), services[step.service]);
    answer = await ask(
      services,
      reader,
      { ...step, method: 'GET', path: pathname + search, body: '' },
      step.frame,
    );
  }
  return answer;
}

const ask = (
  services: FilledServices,
  reader: Reader,
  { service, method, path, body = '' }: Pick<Step, 'service' | 'method' | 'path'> & { body?: string },
  frame?: string,
): Promise<Answer> =>
  exchange(services[service], {
    method,
    path,
    headers: {
      cookie: services.cookies[reader],
      accept: 'text/vnd.turbo-stream.html, text/html, application/xhtml+xml',
      ...(frame !== undefined && { 'turbo-frame': frame }),
      ...(method === 'POST' && {
        origin: new URL(services[service]).origin,
        'content-type': 'application/x-www-form-urlencoded',
      }),
    },
    ...(method === 'POST' && { body }),
  });
