import type { SandboxTask } from '../../platform/sandbox/task.ts';
import { ghostTask } from './blogs/ghost.ts';
import { substackTask } from './blogs/substack.ts';
import { wordpressTask } from './blogs/wordpress.ts';
import { communityTask, dumpFiles, dumpName } from './community/dump.ts';
import type { ReadArchive, ReadJob } from './entries.ts';
import { mastodonTask, readNames } from './mastodon.ts';
import { peopleListsName, plazaFiles, plazaTask } from './plaza.ts';

interface Format {
  /** Files of an archive that are read, by the end of their names. One of those before `*.…` makes it of this format. */
  files: readonly string[];
  /** Files that make it of this format, if these are others. */
  marks?: readonly string[];
  /** How a file that is sent alone ends, and the name under which it is read. */
  alone?: { endings: readonly string[]; name: string };
  task: Readonly<SandboxTask<ReadJob, ReadArchive>>;
  /** Kinds of entries that can be imported, in their order. Those in `unchosen` are not by default. */
  kinds: readonly string[];
  unchosen: readonly string[];
  /** Whether it is of a whole community, which operators import. */
  isCommunity: boolean;
}

/** Which program a community was run with is found out when its dump is read. */
const community = {
  files: dumpFiles,
  marks: dumpFiles,
  alone: { endings: ['.sql.gz', '.sql', 'objects.json', 'objects.json.gz'], name: dumpName },
  task: communityTask,
  kinds: [
    ...['person', 'forum', 'forum_moderator', 'group', 'group_member'],
    ...['thread', 'thread_reply', 'solution', 'like'],
  ],
  unchosen: [],
  isCommunity: true,
} as const;

const personal = { unchosen: [], isCommunity: false } as const;

/** The programs whose archives can be imported, in the order in which they are recognized. */
export const archiveFormats = {
  mastodon: {
    ...personal,
    files: readNames,
    task: mastodonTask,
    kinds: ['post', 'reply', 'bookmark', 'list', 'follow', 'mute', 'block'],
    unchosen: ['reply'],
  },
  discourse: community,
  nodebb: community,
  phpbb: community,
  plaza: {
    ...personal,
    files: plazaFiles,
    alone: { endings: [peopleListsName], name: peopleListsName },
    task: plazaTask,
    kinds: ['post', 'article', 'mute', 'block'],
  },
  substack: { ...personal, files: ['posts.csv', '*.html'], task: substackTask, kinds: ['article'] },
  wordpress: {
    ...personal,
    files: ['*.xml'],
    alone: { endings: ['.xml'], name: 'export.xml' },
    task: wordpressTask,
    kinds: ['article'],
  },
  ghost: {
    ...personal,
    files: ['export.json'],
    alone: { endings: ['.json'], name: 'export.json' },
    task: ghostTask,
    kinds: ['article'],
  },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof archiveFormats;
const names = Object.keys(archiveFormats) as FormatName[];

export const formatNamed = (name: string): Format => archiveFormats[name as FormatName];

/** The format of an archive with these files. Undefined if it is of none. */
export function formatOf(found: readonly string[]): FormatName | undefined {
  return names.find((name) => {
    const { files, marks: given } = formatNamed(name);
    const marks = given ?? (files.length > 1 ? files.filter((each) => !each.startsWith('*')) : files);
    return marks.some((mark) =>
      found.some((each) => (mark.startsWith('*') ? each.endsWith(mark.slice(1)) : each === mark)),
    );
  });
}

/** What is unpacked to find out what an archive is. */
export const wantedFiles: readonly string[] = [...new Set(names.flatMap((name) => formatNamed(name).files))];

/** The name under which a file that is sent alone is read. Browsers number downloads: `export (1).json`. */
export function nameOfAlone(fileName: string): string | undefined {
  const given = fileName.toLowerCase().replace(/ ?\(\d{1,3}\)(?=\.)/, '');
  return names
    .map((name) => formatNamed(name).alone)
    .find((alone) => alone?.endings.some((ending) => given.endsWith(ending)))?.name;
}

/** Kinds of all formats. */
export const importedKinds: readonly string[] = [
  ...new Set(names.flatMap((name) => formatNamed(name).kinds)),
];
