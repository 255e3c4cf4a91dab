import type { Application, ControllerConstructor } from '@hotwired/stimulus';

/**
 * Controllers are named in `data-controller` by their file names. The ones listed here act on their own, so
 * they load immediately. The others load when their element is first hovered, focused, dragged over or changed.
 */
const loadImmediately =
  'audit drawer builder rows selection open-app push queue refresh chat presence call'.split(' ');

let release = (): void => undefined;
// Public pages have few controls that wait for a controller and must stay light.
if (document.body.dataset.live !== undefined)
  void import('./on-demand/hold-input.ts').then(({ bufferInput }) => {
    release = bufferInput((name, element) => {
      if (settled.has(name) || !element.closest(`[data-controller~="${name}"]`)) return false;
      start(name);
      return true;
    });
  });

/**
 * Loads controllers, and Stimulus before the first one, when a page needs them. A page that is only read
 * needs none.
 */
export function loadControllers(): void {
  startVisible();
  new MutationObserver(startVisible).observe(document.documentElement, { childList: true, subtree: true });
  for (const touch of ['focusin', 'pointerover', 'dragover', 'change'])
    document.addEventListener(touch, take);
}

function startVisible(): void {
  for (const name of loadImmediately) if (document.querySelector(`[data-controller~="${name}"]`)) start(name);
}

function take({ target }: Event): void {
  let element = target instanceof Element ? target.closest<HTMLElement>('[data-controller]') : null;
  while (element) {
    for (const name of element.dataset.controller?.split(' ') ?? []) start(name);
    element = element.parentElement?.closest<HTMLElement>('[data-controller]') ?? null;
  }
}

const started = new Set<string>();
/** Controllers that are registered or failed to load. */
const settled = new Set<string>();
let application: Promise<Application> | undefined;

/** Loads and registers a controller. A controller's file exports only its class. */
function start(name: string): void {
  if (started.has(name)) return;
  started.add(name);
  application ??= import('@hotwired/stimulus').then(({ Application }) => Application.start());
  const file = importController(name);
  void Promise.all([application, file])
    .then(([running, exported]) => {
      for (const each of Object.values(exported)) running.register(name, each);
    })
    .finally(() => {
      settled.add(name);
      release();
    });
}

/** Some controllers share a folder with their dependencies. */
function importController(name: string): Promise<Record<string, ControllerConstructor>> {
  const folder = /^(call|chat|presence)/.test(name)
    ? 'chat'
    : /^(avail|comp)/.test(name)
      ? 'writing'
      : 'controllers';
  return import(`./${folder}/${name}.ts`) as Promise<Record<string, ControllerConstructor>>;
}
