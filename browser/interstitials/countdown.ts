import { t } from '../translate.ts';
import { continueToTarget } from './go-on.ts';

/** Counts down visibly and then continues. The visitor may cancel. */
const output = document.querySelector<HTMLElement>('[data-countdown]');
document.documentElement.dataset.script = '';
if (output) countDown(output);

function countDown(output: HTMLElement): void {
  let left = Number(output.dataset.countdown);
  const timer = setInterval(() => {
    // Does not redirect in a background tab.
    if (document.hidden) return;
    left -= 1;
    output.textContent = t`in ${left} s`;
    if (left > 0) return;
    clearInterval(timer);
    continueToTarget();
  }, 1000);
  document.querySelector('[data-stay]')?.addEventListener('click', ({ currentTarget }) => {
    clearInterval(timer);
    output.textContent = t`when you are ready`;
    (currentTarget as HTMLElement).remove();
    document.querySelector<HTMLElement>('[data-way-on]')?.focus();
  });
}
