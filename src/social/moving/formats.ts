import type { SandboxTask } from '../../platform/sandbox/task.ts';
import { discourseTask, dumpName } from './community/discourse.ts';
import type { ReadArchive, ReadJob } from './entries.ts';
import { mastodonTask, readNames } from './mastodon.ts';

interface Format {
  /** The files of an archive that are read, by the end of their names. */
  files: readonly string[];
  task: Readonly<SandboxTask<ReadJob, ReadArchive>>;
  /** Kinds of entries that can be imported, in their order. Those in `unchosen` are not by default. */
  kinds: readonly string[];
  unchosen: readonly string[];
  /** Whether it is of a whole community, which operators import. */
  isCommunity: boolean;
}

/** The programs whose archives can be imported. */
export const formats = {
  mastodon: {
    files: readNames,
    task: mastodonTask,
    kinds: ['post', 'reply', 'bookmark', 'list', 'follow', 'mute', 'block'],
    unchosen: ['reply'],
    isCommunity: false,
  },
  discourse: {
    files: [dumpName],
    task: discourseTask,
    kinds: ['person', 'forum', 'thread', 'thread_reply', 'like'],
    unchosen: [],
    isCommunity: true,
  },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof formats;

export const formatNamed = (name: string): Format => formats[name as FormatName];

/** The format of an archive with these files. Undefined if it is of none. */
export const formatOf = (files: readonly string[]): FormatName | undefined =>
  (Object.keys(formats) as FormatName[]).find((name) =>
    (formats[name].files as readonly string[]).some((file) => files.includes(file)),
  );

/** Kinds of all formats. */
export const importedKinds: readonly string[] = [
  ...new Set(Object.values(formats).flatMap(({ kinds }) => [...kinds])),
];
