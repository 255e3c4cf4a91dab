import { card } from '../../../web/components/card.ts';
import { table } from '../../../web/components/table.ts';
import type { Html } from '../../../web/html.ts';

/** A table in a card with a title. Omitted if the table is empty. */
export const tableCard = <Row>(title: string, options: Parameters<typeof table<Row>>[0]): Html | false =>
  options.rows.length > 0 && card({ title, flush: true, body: table(options) });
