import { firePixels, type Pixel } from './fire-pixels.ts';
import { continueToTarget } from './go-on.ts';

/** How long a notice is shown before pixels fire, in milliseconds. */
const noticeFor = 4000;
/** Maximum wait for providers, in milliseconds. */
const maxWait = 1500;
/**
 * Delay between loading the scripts and leaving the page, so that their requests are sent, in milliseconds.
 */
const sendFor = 250;

function begin(place: HTMLElement): void {
  const pixels = JSON.parse(place.dataset.pixels ?? '[]') as Pixel[];
  const { when } = place.dataset;
  const fire = async (): Promise<void> => {
    await Promise.race([firePixels(pixels), wait(maxWait)]);
    if (place.dataset.then !== 'on') return;
    await wait(sendFor);
    continueToTarget();
  };
  const bar = document.querySelector<HTMLElement>('.consent-bar');
  let isRefused = false;
  if (when === 'now') void fire();
  if (when === 'notice')
    void wait(noticeFor).then(() => {
      bar?.remove();
      if (!isRefused) void fire();
    });
  // In the bar, the choice is submitted without leaving the page below it.
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
