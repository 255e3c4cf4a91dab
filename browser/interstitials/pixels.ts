import { firePixels, type Pixel } from './fire-pixels.ts';
import { goOn } from './go-on.ts';

/** How long a notice is shown before it is acted upon. */
const noticeFor = 4000;
/** A provider that takes longer is not waited for. */
const maxWait = 1500;
/** Between a script's arrival and leaving the page: what it sends must be on its way. */
const sendFor = 250;

function begin(place: HTMLElement): void {
  const pixels = JSON.parse(place.dataset.pixels ?? '[]') as Pixel[];
  const { when } = place.dataset;
  const fire = async (): Promise<void> => {
    await Promise.race([firePixels(pixels), wait(maxWait)]);
    if (place.dataset.then !== 'on') return;
    await wait(sendFor);
    goOn();
  };
  const bar = document.querySelector<HTMLElement>('.consent-bar');
  let isRefused = false;
  if (when === 'now') void fire();
  if (when === 'notice')
    void wait(noticeFor).then(() => {
      bar?.remove();
      if (!isRefused) void fire();
    });
  // In a bar the answer is given without leaving the page below it.
  bar?.addEventListener('submit', (event) => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const answer = new FormData(form, event.submitter);
    isRefused = answer.get('choice') !== 'yes';
    bar.remove();
    void fetch(form.action, {
      method: 'POST',
      body: new URLSearchParams(
        [...answer].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
      ),
    });
    if (!isRefused) void fire();
  });
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

const place = document.querySelector<HTMLElement>('[data-pixels]');
if (place) begin(place);
