import { badge } from '../../../web/components/badge.ts';
import { button, linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { codeSample } from '../../../web/components/code-sample.ts';
import { copyField } from '../../../web/components/copy.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { menu, menuButton } from '../../../web/components/navigation/menu.ts';
import { notice } from '../../../web/components/notice.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { table } from '../../../web/components/table.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { form } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { AccessKey } from '../../../identity/keys/access-keys.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { readOnly } from '../../../platform/http/scopes.ts';
import { shortAddress, type Link } from '../../record/link.ts';

interface ApiPage {
  config: Pick<Config, 'hopUrl'>;
  now: Date;
  keys: readonly AccessKey[];
  /** A key itself, the one time that it is shown. */
  shown: { id: string; key: string } | undefined;
  plan: { name: string };
  /** For an example that works. */
  newest: Pick<Link, 'domain' | 'alias'> | undefined;
}

/** The keys and how to use them. */
export function apiView(page: ApiPage): View {
  return {
    title: 'API & keys',
    section: 'api',
    body: html`${pageHeader({
      title: 'API',
      lead: 'Everything on these pages can be done by a program, with JSON over HTTP.',
      actions: linkButton({ label: 'All operations', href: '/api-docs', icon: 'book-open' }),
    })}
    ${page.shown && shownKey(page.shown.key)} ${keyCard(page)} ${samples(page)}`,
  };
}

function shownKey(key: string): Html {
  return card({
    title: 'Your key',
    body: html`${copyField({ label: 'Key', text: key })}
    ${notice({
      tone: 'warning',
      title: 'Copy it now',
      body: html`<p>It is not shown again: only a fingerprint of it is kept.</p>`,
    })}`,
  });
}

function keyCard({ keys, shown, now }: ApiPage): Html {
  return card({
    title: 'Keys',
    lead: 'A key acts for you: keep it out of web pages and public code, and give each program one of its own.',
    actions: linkButton({ label: 'Make a key', href: '/dashboard/api/keys/new', icon: 'plus', small: true }),
    flush: true,
    body: table({
      caption: 'Your keys',
      rows: keys,
      rowId: ({ id }) => `key-${id}`,
      columns: [
        { label: 'Name', main: true, cell: ({ name }) => name },
        { label: 'Key', cell: (key) => (key.id === shown?.id ? 'Shown above' : secret(key)) },
        { label: 'Workspace', cell: ({ workspace }) => workspace ?? 'Your own' },
        { label: 'May', cell: ({ scopes }) => reach(scopes) },
        {
          label: 'Last used',
          cell: ({ lastUsedAt }) => (lastUsedAt ? relativeTime(lastUsedAt, now) : 'Never'),
        },
        { label: 'Ends', cell: ({ expiresAt }) => end(expiresAt, now) },
        { label: 'Actions', hideLabel: true, align: 'end', cell: actions },
      ],
      empty: emptyState({
        illustration: 'quiet',
        title: 'No key',
        text: 'Programs that use the API need one.',
        action: linkButton({ label: 'Make a key', href: '/dashboard/api/keys/new', kind: 'primary' }),
      }),
    }),
  });
}

function secret({ id, hint, isFresh }: AccessKey): Html {
  if (!isFresh) return html`ends in <code>${hint}</code>`;
  return form({
    action: `/dashboard/api/keys/${id}/show`,
    answersWithPage: true,
    body: html`<p>${button({ label: 'Show the key', kind: 'primary', icon: 'eye', small: true })}</p>`,
  });
}

function reach(scopes: readonly string[] | null): Html {
  if (scopes === null) return html`Everything`;
  if (scopes.includes(readOnly)) return html`Read everything`;
  return html`<span>${scopes.map((scope) => html`<code>${scope}</code> `)}</span>`;
}

function end(expiresAt: Date | null, now: Date): Html {
  if (!expiresAt) return html`Never`;
  return expiresAt <= now ? badge('Expired', 'warning') : relativeTime(expiresAt, now);
}

function actions({ id, name }: AccessKey): Html {
  return menu({
    label: `Actions for ${name}`,
    items: html`${menuButton({
      label: 'Make anew',
      to: `/dashboard/api/keys/${id}/renew`,
      icon: 'refresh-cw',
      confirm: `Make “${name}” anew? Programs that use the present key are refused from that moment on.`,
    })}
    ${menuButton({
      label: 'Revoke',
      to: `/dashboard/api/keys/${id}/revoke`,
      icon: 'trash-2',
      danger: true,
      confirm: `Revoke “${name}”? Programs that use it are refused from that moment on.`,
    })}`,
  });
}

function samples({ config, shown, newest, plan }: ApiPage): Html {
  const { hopUrl } = config;
  const authorization = `-H "Authorization: Bearer ${shown?.key ?? 'YOUR_KEY'}"`;
  return card({
    title: 'Try it',
    lead: html`Put the key into the header <code>Authorization</code>. Your plan is ${plan.name}; the headers
      <code>X-RateLimit-Limit</code>, <code>X-RateLimit-Remaining</code> and <code>X-RateLimit-Reset</code> of
      each answer say how often you may call, and what is left.`,
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
