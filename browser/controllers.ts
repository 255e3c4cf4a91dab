import type { Application, ControllerConstructor } from '@hotwired/stimulus';

/**
 * Controllers are named in `data-controller` by their file names. The ones listed here act on their own, so
 * they and those of elements with `data-at-once` load immediately. The others load when their element is first
 * hovered, focused, dragged over or changed.
 * Pages preload what their forms need at once, as `scripts` of their view.
 */
const loadImmediately =
  'audit drawer builder rows selection open-app push queue refresh chat presence call chat-voice'.split(' ');

/**
 * Loads controllers, and Stimulus before the first one, when a page needs them. A page that is only read
 * needs none.
 */
export function loadControllers(): void {
  startVisible();
  new MutationObserver(startVisible).observe(document.documentElement, { childList: true, subtree: true });
  for (const touch of ['focusin', 'pointerover', 'dragover', 'change'])
    document.addEventListener(touch, take);
  // What has `autofocus` had the focus before the script ran.
  take({ target: document.activeElement });
  for (const act of ['click', 'input', 'change']) document.addEventListener(act, repeatLater, true);
}

function startVisible(): void {
  for (const name of loadImmediately)
    if (document.querySelector(`[data-controller~="${name}"]`)) void start(name);
  for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-at-once]'))
    void start(dataset.controller ?? '');
}

function take({ target }: Pick<Event, 'target'>): void {
  let element = target instanceof Element ? target.closest<HTMLElement>('[data-controller]') : null;
  while (element) {
    for (const name of element.dataset.controller?.split(' ') ?? []) void start(name);
    element = element.parentElement?.closest<HTMLElement>('[data-controller]') ?? null;
  }
}

/** Repeats what a person does for a controller that is not there yet when it is. */
function repeatLater(event: Event): void {
  const target = event.target instanceof Element ? event.target : null;
  const actor = target?.closest<HTMLElement>('[data-action]');
  if (!target || !actor) return;
  const unnamed = actor.matches('input, textarea') ? 'input' : 'click';
  for (const action of (actor.dataset.action ?? '').split(' ')) {
    const [, type = unnamed, name = ''] = /^(?:(\w+)->)?([a-z-]+)#/.exec(action) ?? [];
    if (name === '' || type !== event.type || settled.has(name)) continue;
    if (type === 'click') event.preventDefault();
    void start(name).then(() => {
      if (type === 'click') actor.click();
      else target.dispatchEvent(new Event(type, { bubbles: true }));
    });
  }
}

const started = new Map<string, Promise<void>>();
/** Controllers that are registered or failed to load. */
const settled = new Set<string>();
let application: Promise<Application> | undefined;

/** Loads and registers a controller. A controller's file exports only its class. */
function start(name: string): Promise<void> {
  const found = started.get(name);
  if (found) return found;
  application ??= import('@hotwired/stimulus').then(({ Application }) => Application.start());
  const loading = Promise.all([application, importController(name)])
    .then(([running, exported]) => {
      for (const each of Object.values(exported)) running.register(name, each);
    })
    .finally(() => settled.add(name));
  started.set(name, loading);
  return loading;
}

/** Some controllers share a folder with their dependencies. */
function importController(name: string): Promise<Record<string, ControllerConstructor>> {
  const folder = /^(call|chat|presence)/.test(name)
    ? 'chat'
    : /^(avail|comp|mark)/.test(name)
      ? 'writing'
      : 'controllers';
  return import(`./${folder}/${name}.ts`) as Promise<Record<string, ControllerConstructor>>;
}
