import { card } from '../../../platform/html/components/card.ts';
import { codeSample } from '../../../platform/html/components/code-sample.ts';
import { copyField } from '../../../platform/html/components/copy.ts';
import { button, linkButton } from '../../../platform/html/components/button.ts';
import { notice } from '../../../platform/html/components/notice.ts';
import { pageHeader } from '../../../platform/html/components/page-header.ts';
import { buttonForm } from '../../../platform/html/form.ts';
import { html, type Html } from '../../../platform/html/html.ts';
import type { Config } from '../../../platform/config.ts';
import type { View } from '../../../platform/html/layout.ts';
import { shortAddress, type Link } from '../../links/link.ts';

export interface ApiPage {
  config: Pick<Config, 'hopUrl' | 'HOP_RATE_LIMIT'>;
  /** Which key is in use, and whether its owner has yet to be shown it. */
  kept: { hint: string; isFresh: boolean } | undefined;
  /** The key itself, the one time that it is shown. */
  key: string | undefined;
  /** For an example that works. */
  newest: Link | undefined;
}

/** The key and how to use it. */
export function apiView(page: ApiPage): View {
  return {
    title: 'API & keys',
    section: 'api',
    body: html`${pageHeader({
      title: 'API',
      lead: 'Everything on these pages can be done by a program, with JSON over HTTP.',
      actions: linkButton({ label: 'All operations', href: '/api-docs', icon: 'book-open' }),
    })}
    ${keyCard(page)} ${samples(page)}`,
  };
}

function keyCard({ kept, key }: ApiPage): Html {
  return card({
    title: 'Your key',
    lead: 'It acts for you: keep it out of web pages and public code.',
    body: key !== undefined ? shownKey(key) : kept?.isFresh ? freshKey() : keptKey(kept?.hint),
    actions: buttonForm({
      to: '/dashboard/api/key',
      label: 'Make a new key',
      icon: 'refresh-cw',
      small: true,
      confirm: 'Make a new key? Programs that use the present one are refused from that moment on.',
    }),
  });
}

function shownKey(key: string): Html {
  return html`${copyField({ label: 'Key', text: key })}
  ${notice({
    tone: 'warning',
    title: 'Copy it now',
    body: html`<p>It is not shown again: only a fingerprint of it is kept.</p>`,
  })}`;
}

/** Not for Turbo, which takes an answer to a form for a page only when it is a redirect. */
function freshKey(): Html {
  return html`<p>Your key is ready. It is shown once, so have a safe place for it at hand.</p>
    <form action="/dashboard/api" method="post" data-turbo="false">
      ${button({ label: 'Show the key', kind: 'primary', icon: 'eye' })}
    </form>`;
}

function keptKey(hint: string | undefined): Html {
  return hint === undefined
    ? html`<p>You have no key at present. Make one to use the API.</p>`
    : html`<p>
        The key that ends in <code>${hint}</code> is in use. It cannot be shown again; when it is lost, make a
        new one.
      </p>`;
}

function samples({ config, key = 'YOUR_KEY', newest }: ApiPage): Html {
  const { hopUrl, HOP_RATE_LIMIT } = config;
  const authorization = `-H "Authorization: Bearer ${key}"`;
  return card({
    title: 'Try it',
    lead: html`Put the key into the header <code>Authorization</code>. You may call ${HOP_RATE_LIMIT} times a
      minute; the headers <code>X-RateLimit-Remaining</code> and <code>X-RateLimit-Reset</code> of each answer
      say what is left.`,
    body: html`${codeSample({
      title: 'Shorten an address',
      code: [
        `curl -X POST ${hopUrl}/api/url/add \\`,
        `  ${authorization} \\`,
        `  -H "Content-Type: application/json" \\`,
        `  -d '{"url": "https://en.wikipedia.org/wiki/Grasshopper"}'`,
      ].join('\n'),
    })}
    ${codeSample({ title: 'List your links', code: `curl "${hopUrl}/api/urls?order=click&limit=5" \\\n  ${authorization}` })}
    ${
      newest &&
      codeSample({
        title: 'Read the statistics of a link, by its short address',
        code: `curl "${hopUrl}/api/urls?short=${shortAddress(config, newest)}" \\\n  ${authorization}`,
      })
    }`,
  });
}
