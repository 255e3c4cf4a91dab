import { linkButton } from './components/button.ts';
import { illustration } from './components/illustration.ts';
import { html } from './html.ts';
import type { View } from './view.ts';

const titles: Readonly<Record<number, string>> = {
  403: 'Not for you',
  404: 'Nothing here',
  405: 'Not this way',
  410: 'No longer here',
  429: 'A little slower',
  503: 'Back in a moment',
};

/** A page for what went wrong: what it was, in words, and a way on. The request's id is for whoever reads the log. */
export function errorView(options: {
  status: number;
  message: string;
  requestId: string;
  title?: string;
}): View {
  const { status, message, requestId } = options;
  const title = options.title ?? titles[status] ?? (status < 500 ? 'That did not work' : 'Our mistake');
  return {
    title,
    shape: 'plain',
    status,
    body: html`<div class="failure">
      ${illustration('lost')}
      <h1>${title}</h1>
      <p>${message}</p>
      ${linkButton({ label: 'Back to the start', href: '/' })}
      <p class="failure-note">Status ${status} · request <code>${requestId}</code></p>
    </div>`,
  };
}
