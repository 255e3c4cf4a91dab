/** A forum of the demo, and what is talked about in it. */
export interface DemoForum {
  title: string;
  description: string;
  keeper?: string;
  below?: string;
  threads: readonly DemoThread[];
}

export interface DemoThread {
  by: string;
  title: string;
  text: string;
  /** Who says what; `quote`: the number of the reply that it answers, from 1, 0 is the first post. */
  replies: readonly { by: string; text: string; quote?: number }[];
  pinned?: boolean;
  closed?: boolean;
  /** The forum that it was begun in, by mistake. */
  begunIn?: string;
}

export const said = (...lines: readonly string[]): DemoThread['replies'] =>
  lines.map((line) => {
    const [, by = '', quote, text = ''] = /^(\w+)(?: >(\d+))?: ([^]*)$/.exec(line) ?? [];
    return { by, text, ...(quote !== undefined && { quote: Number(quote) }) };
  });

export const thread = (
  by: string,
  title: string,
  text: string,
  replies: DemoThread['replies'] = [],
  more: Partial<DemoThread> = {},
): DemoThread => ({ by, title, text, replies, ...more });

export interface DemoSection {
  title: string;
  forums: readonly DemoForum[];
}
