import type { Application, ControllerConstructor } from '@hotwired/stimulus';

/**
 * Controllers go in `data-controller` by the names of their files. These act by themselves, so they come at once; the others
 * answer to the reader, and come when their element is first pointed at, focused or dragged over.
 */
const whenSeen = 'audit drawer builder rows selection open-app push queue refresh chat presence call'.split(
  ' ',
);

let release = (): void => undefined;
// Pages for everybody have little to press that waits for a controller, and are to stay light.
if (document.body.dataset.live !== undefined)
  void import('./on-demand/hold-input.ts').then(({ holdInput }) => {
    release = holdInput((name, element) => {
      if (settled.has(name) || !element.closest(`[data-controller~="${name}"]`)) return false;
      start(name);
      return true;
    });
  });

/** Fetches controllers, and Stimulus before the first, when a page needs them: reading one needs none. */
export function loadControllers(): void {
  startVisible();
  new MutationObserver(startVisible).observe(document.documentElement, { childList: true, subtree: true });
  for (const touch of ['focusin', 'pointerover', 'dragover']) document.addEventListener(touch, take);
}

function startVisible(): void {
  for (const name of whenSeen) if (document.querySelector(`[data-controller~="${name}"]`)) start(name);
}

function take({ target }: Event): void {
  let element = target instanceof Element ? target.closest<HTMLElement>('[data-controller]') : null;
  while (element) {
    for (const name of element.dataset.controller?.split(' ') ?? []) start(name);
    element = element.parentElement?.closest<HTMLElement>('[data-controller]') ?? null;
  }
}

const started = new Set<string>();
/** Those that answer, and those that could not be fetched. */
const settled = new Set<string>();
let application: Promise<Application> | undefined;

/** A controller's file exports its class and nothing else. */
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

/** Some are in a folder with what they need. */
function importController(name: string): Promise<Record<string, ControllerConstructor>> {
  const folder = /^(call|chat|presence)/.test(name)
    ? 'chat'
    : /^(avail|comp)/.test(name)
      ? 'writing'
      : 'controllers';
  return import(`./${folder}/${name}.ts`) as Promise<Record<string, ControllerConstructor>>;
}
