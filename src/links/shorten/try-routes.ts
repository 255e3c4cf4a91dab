import { Type } from 'typebox';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Answer } from '../../platform/http/families/links.ts';
import { parseMoment } from '../link/fields.ts';
import { flagOf, lenientBoolean, looseText, textOf } from '../loose-values.ts';
import { IdParams } from '../owned/api.ts';
import type { Decision } from '../redirect/targeting/decide.ts';
import { testLink } from '../redirect/targeting/try-link.ts';

const SupposedVisitor = Type.Object({
  country: looseText('English name or code'),
  region: looseText('Region of the country: name, or ISO 3166-2 code'),
  device: looseText('A device, as in `devicetarget`'),
  system: looseText('Alternative to `device`, used if `device` is blank'),
  os: looseText('Alternative to `device`, used if `device` and `system` are blank'),
  language: looseText('A code, or a value of Accept-Language'),
  referrer: looseText('Ignored, because no rule uses it'),
  query: looseText('The query of the short URL, without “?”'),
  at: looseText('Time of the visit, as YYYY-MM-DD HH:MM:SS in UTC. Blank: now'),
  isBot: lenientBoolean('Whether the visitor is a search engine or another bot'),
  isPreviewer: lenientBoolean('Whether the visitor is a program that shows link previews'),
  unlocked: lenientBoolean('Whether the visitor has entered the password'),
});

const Explained = {
  outcome: Type.String({
    description:
      'forward, password, preview, app, expired, disabled, suspended, or the interstitial: frame, splash, overlay, pixels, held',
  }),
  to: Type.String({ description: 'The destination, or blank if there is none' }),
  status: Type.Integer({ description: 'HTTP status of the response' }),
  steps: Type.Array(
    Type.Object({
      rule: Type.String(),
      title: Type.String(),
      won: Type.Boolean({ description: 'Whether this rule determined the outcome' }),
      note: Type.String(),
    }),
    { description: 'The rules in the order in which they were evaluated' },
  ),
};

export const tryRoutes = [
  endpoint({
    method: 'POST',
    path: '/api/url/:id/test',
    summary: 'Test what a visitor of a link would get',
    description:
      'Extension. A dry run with an explanation that counts nothing. Omitted properties of the visitor are treated as unknown.',
    tag: 'Links',
    access: 'member',
    params: IdParams,
    body: SupposedVisitor,
    example: { country: 'Canada', device: 'iPhone', language: 'fr' },
    returns: Answer(Explained),
    handle: async ({ app, viewer, params, body }) => {
      const device = [body.device, body.system, body.os].map(textOf).find((text) => text?.trim());
      const at = textOf(body.at)?.trim();
      const { decision, steps } = await testLink(app, viewer, String(params.id), {
        country: textOf(body.country),
        region: textOf(body.region),
        device,
        language: textOf(body.language),
        query: textOf(body.query),
        at: at ? parseMoment(at, 'at') : undefined,
        isBot: flagOf(body.isBot),
        isPreviewer: flagOf(body.isPreviewer),
        isUnlocked: flagOf(body.unlocked),
      });
      return { ...outcomeOf(decision), steps };
    },
  }),
];

function outcomeOf(decision: Decision): { outcome: string; to: string; status: number } {
  switch (decision.do) {
    case 'forward':
      return { outcome: 'forward', to: decision.to, status: decision.status };
    case 'show':
      return { outcome: decision.as, to: decision.to, status: 200 };
    case 'open':
      return { outcome: 'app', to: decision.to, status: 200 };
    case 'ask':
      return { outcome: 'password', to: '', status: 200 };
    case 'preview':
      return { outcome: 'preview', to: '', status: 200 };
    case 'expired':
      return { outcome: 'expired', to: decision.to ?? '', status: decision.to ? 302 : 410 };
    default:
      return { outcome: decision.do, to: '', status: statuses[decision.do] };
  }
}

const statuses = { missing: 404, disabled: 404, suspended: 403, unavailable: 503 } as const;
