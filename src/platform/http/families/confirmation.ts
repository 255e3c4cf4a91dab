import type { FastifyRequest } from 'fastify';
import { confirmationNames, hidden } from '../../../web/components/confirmation.ts';
import { button, linkButton } from '../../../web/components/controls.ts';
import { pageHeader } from '../../../web/components/surfaces.ts';
import { html, type View } from '../../../web/html.ts';
import { t } from '../../../web/translation/translate.ts';
import { formKeyField, pageOf } from '../form-keys.ts';

/**
 * The page that asks before a form is handled, if it came from a browser without scripts: with them, the question was
 * answered in a dialog, and its fields are not sent. Files cannot be sent again, so their forms ask nothing.
 */
export function confirmationOf(
  request: Pick<FastifyRequest, 'body' | 'url' | 'uploads' | 'headers' | 'host'>,
): View | undefined {
  const { body, url, uploads } = request;
  if (uploads.length > 0 || typeof body !== 'object' || body === null) return undefined;
  const fields = body as Readonly<Record<string, unknown>>;
  const { question, label, kind } = confirmationNames;
  const asked = fields[question];
  if (typeof asked !== 'string' || asked === '') return undefined;
  const own: readonly string[] = [...Object.values(confirmationNames), formKeyField];
  const said = textOf(fields[label]) ?? t('Continue');
  const sent = Object.entries(fields).filter(([name]) => !own.includes(name));
  return {
    title: said,
    shape: 'plain',
    body: html`${pageHeader({ title: said })}
      <form class="form" action="${url}" method="post">
        <p>${asked.replaceAll(/\{(\w+)\}/g, (all, name: string) => textOf(fields[name])?.trim() ?? all)}</p>
        ${sent.map(([name, value]) =>
          Array.isArray(value)
            ? value.map((each) => hidden(`${name}[]`, textOf(each) ?? ''))
            : hidden(name, textOf(value) ?? ''),
        )}
        <div class="form-actions">
          ${button({ label: said, kind: fields[kind] === 'primary' ? 'primary' : 'danger' })}
          ${linkButton({ label: t('Cancel'), href: pageOf(request), kind: 'plain' })}
        </div>
      </form>`,
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
