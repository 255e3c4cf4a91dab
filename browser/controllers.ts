import type { Application, ControllerConstructor } from '@hotwired/stimulus';

type Load = () => Promise<ControllerConstructor>;

/** One row a controller: the name in `data-controller`, and its file. These act by themselves, so they come at once. */
const whenSeen: Readonly<Record<string, Load>> = {
  drawer: async () => (await import('./controllers/drawer.ts')).Drawer,
  builder: async () => (await import('./controllers/builder.ts')).Builder,
  rows: async () => (await import('./controllers/rows.ts')).Rows,
  selection: async () => (await import('./controllers/selection.ts')).Selection,
  'open-app': async () => (await import('./controllers/open-app.ts')).OpenApp,
  push: async () => (await import('./controllers/push.ts')).Push,
  refresh: async () => (await import('./controllers/refresh.ts')).Refresh,
};

/** These answer to the reader, so they come when their element is first pointed at, focused or dragged over. */
const whenTouched: Readonly<Record<string, Load>> = {
  autosubmit: async () => (await import('./controllers/autosubmit.ts')).Autosubmit,
  autosize: async () => (await import('./controllers/autosize.ts')).Autosize,
  chart: async () => (await import('./controllers/chart.ts')).Chart,
  counter: async () => (await import('./controllers/counter.ts')).Counter,
  cropper: async () => (await import('./controllers/cropper.ts')).Cropper,
  designer: async () => (await import('./controllers/designer.ts')).Designer,
  dropzone: async () => (await import('./controllers/dropzone.ts')).Dropzone,
  password: async () => (await import('./controllers/password.ts')).Password,
  sortable: async () => (await import('./controllers/sortable.ts')).Sortable,
  'live-preview': async () => (await import('./controllers/live-preview.ts')).LivePreview,
};

/** Fetches controllers, and Stimulus before the first, when a page needs them: reading one needs none. */
export function loadControllers(): void {
  look();
  new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true });
  for (const touch of ['focusin', 'pointerover', 'dragover']) document.addEventListener(touch, take);
}

function look(): void {
  for (const [name, load] of Object.entries(whenSeen)) {
    if (document.querySelector(`[data-controller~="${name}"]`)) start(name, load);
  }
}

function take({ target }: Event): void {
  let element = target instanceof Element ? target.closest<HTMLElement>('[data-controller]') : null;
  while (element) {
    for (const name of element.dataset.controller?.split(' ') ?? []) start(name, whenTouched[name]);
    element = element.parentElement?.closest<HTMLElement>('[data-controller]') ?? null;
  }
}

const started = new Set<string>();
let application: Promise<Application> | undefined;

function start(name: string, load: Load | undefined): void {
  if (!load || started.has(name)) return;
  started.add(name);
  application ??= import('@hotwired/stimulus').then(({ Application }) => Application.start());
  void Promise.all([application, load()]).then(([running, controller]) => running.register(name, controller));
}
