import { Type } from 'typebox';
import type { App } from '../../../platform/app.ts';
import type { FormState } from '../../../web/form.ts';
import { itemAddress, selectItems } from '../../channels/reading.ts';
import type { Block } from './block.ts';
import { networkKeys } from './networks.ts';

const field = Type.Optional(Type.String({ maxLength: 9000 }));

/** All fields that a block form can have. Each kind uses a subset. */
export const BlockForm = Type.Object({
  title: field,
  url: field,
  note: field,
  highlight: field,
  text: field,
  alt: field,
  purpose: field,
  button: field,
  thanks: field,
  short: field,
  starts: field,
  timezone: field,
  ends: field,
  removePicture: field,
  ...Object.fromEntries(networkKeys.map((network) => [network, field])),
});

/** Returns the initial form state for an existing block. */
export async function stateOfBlock(app: Pick<App, 'db' | 'config'>, block: Block): Promise<FormState> {
  const moment = (at: Date | null) => at?.toISOString().slice(0, 16);
  const placed = { starts: moment(block.startsAt), ends: moment(block.endsAt) };
  return { values: { ...(await valuesOf(app, block)), ...placed } };
}

async function valuesOf(
  app: Pick<App, 'db' | 'config'>,
  { kind, content }: Block,
): Promise<Record<string, string | undefined>> {
  if (kind === 'social')
    return Object.fromEntries(content.accounts.map(({ network, url }) => [network, url]));
  if (kind === 'featured') {
    const item = await selectItems(app).where('link.id', '=', content.linkId).executeTakeFirst();
    return { short: item && itemAddress(app.config, item) };
  }
  const said = Object.entries(content).filter(([, value]) => typeof value === 'string');
  return {
    ...(Object.fromEntries(said) as Record<string, string>),
    ...(kind === 'link' && content.highlight && { highlight: 'on' }),
  };
}
