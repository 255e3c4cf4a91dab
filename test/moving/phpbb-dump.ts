type Value = string | number;
type Row = Record<string, Value>;

/** Rows as the backup of phpBB writes them for MySQL, or `mysqldump`, which leaves the names of columns to the table. */
export function phpbbDump(
  tables: Record<string, readonly Row[]>,
  by: 'phpBB' | 'mysqldump' = 'phpBB',
): string {
  const parts = Object.entries(tables).map(([name, rows]) => {
    const table = `phpbb_${name}`;
    const columns = Object.keys(rows[0] ?? {});
    const created = `CREATE TABLE \`${table}\` (\n${columns.map((each) => `  \`${each}\` text NOT NULL`).join(',\n')}\n) ENGINE=InnoDB;\n`;
    const values = rows
      .map((row) => `(${columns.map((each) => toSql(row[each] ?? '')).join(', ')})`)
      .join(',');
    const head = by === 'phpBB' ? `${table} (${columns.join(', ')})` : `\`${table}\``;
    return `# Table: ${table}\nDROP TABLE IF EXISTS ${table};\n${created}\nINSERT INTO ${head} VALUES ${values};\n`;
  });
  return `#\n# phpBB Backup Script\n# Dump of tables for phpbb_\n#\n${parts.join('\n')}`;
}

const toSql = (value: Value): string =>
  typeof value === 'number'
    ? String(value)
    : `'${value
        .replaceAll('\\', '\\\\')
        .replaceAll("'", String.raw`\'`)
        .replaceAll('\n', String.raw`\n`)
        .replaceAll('"', String.raw`\"`)}'`;

const start = 1_600_000_000;

/** A board of phpBB 3.3 with many topics, and what is not imported from one. */
export function phpbbTables(many = 0): Record<string, Row[]> {
  const forum = (id: number, parent: number, name: string, type = 1, password = '') => ({
    ...{
      forum_id: id,
      parent_id: parent,
      left_id: id,
      forum_name: name,
      forum_desc: '<t>About &amp; more</t>',
    },
    ...{ forum_type: type, forum_password: password, forum_allow_solve: id === 2 ? 1 : 0 },
  });
  const user = (id: number, name: string, type = 0, posts = 1) => ({
    ...{
      user_id: id,
      user_type: type,
      username: name,
      user_email: `${name.replaceAll(' ', '.')}@board.example`.toLowerCase(),
    },
    ...{ user_regdate: start + id, user_posts: posts },
  });
  const topic = (id: number, forumId: number, title: string, firstPost: number, more: Row = {}) => ({
    ...{ topic_id: id, forum_id: forumId, topic_title: title, topic_time: start + id * 60, topic_status: 0 },
    ...{ topic_type: 0, topic_visibility: 1, topic_moved_id: 0, topic_first_post_id: firstPost },
    ...{ topic_solved: 0, ...more },
  });
  const post = (id: number, topicId: number, poster: number, text: string, visibility = 1) => ({
    ...{ post_id: id, topic_id: topicId, poster_id: poster, post_time: start + id * 60, post_text: text },
    ...{ post_visibility: visibility, bbcode_uid: '1a2b3c4d' },
  });
  const group = (forumId: number, option: number, role: number, setting: number, id = 1) => ({
    ...{ group_id: id, forum_id: forumId, auth_option_id: option, auth_role_id: role, auth_setting: setting },
  });
  const rich =
    '<r>Say <B><s>[b]</s>yes<e>[/b]</e></B> &amp; *no*<br/>\n<QUOTE author="grace"><s>[quote=grace post_id=1 time=1600000060 user_id=2]</s>How <I><s>[i]</s>long<e>[/i]</e></I>?<e>[/quote]</e></QUOTE>\n<CODE><s>[code]</s>a_b = 1;<e>[/code]</e></CODE>\n<LIST><s>[list]</s><LI><s>[*]</s>one</LI>\n<LI><s>[*]</s>two</LI><e>[/list]</e></LIST>\nSee <URL url="https://a.example/x_y"><s>[url=https://a.example/x_y]</s>this<e>[/url]</e></URL></r>';
  const each = <T>(row: (at: number) => T) => Array.from({ length: many }, (_, at) => row(at + 100));
  return {
    acl_groups: [
      group(1, 0, 17, 0),
      group(2, 0, 17, 0),
      group(3, 14, 0, 0),
      group(4, 14, 0, 1),
      group(2, 14, 0, 1, 5),
    ],
    acl_options: [
      { auth_option_id: 14, auth_option: 'f_read' },
      { auth_option_id: 15, auth_option: 'f_post' },
    ],
    acl_roles_data: [{ role_id: 17, auth_option_id: 14, auth_setting: 1 }],
    attachments: [
      {
        ...{ attach_id: 1, post_msg_id: 3, in_message: 0, is_orphan: 0 },
        ...{ physical_filename: '2_0a1b2c', real_filename: 'a loaf.png' },
      },
    ],
    config: [
      ...Object.entries({ server_protocol: 'https://', server_name: 'board.example', server_port: '443' }),
      ...Object.entries({ script_path: '/forum', sitename: "Bakers' board" }),
    ].map(([config_name, config_value]) => ({ config_name, config_value })),
    forums: [
      forum(1, 0, 'Bakery', 0),
      forum(2, 1, 'Bread &amp; rolls'),
      forum(3, 0, 'Staff'),
      forum(4, 1, 'Locked', 1, 'hash'),
    ],
    groups: [
      { group_id: 1, group_name: 'GUESTS', group_type: 3, group_desc: '' },
      { group_id: 5, group_name: 'ADMINISTRATORS', group_type: 3, group_desc: '' },
      { group_id: 8, group_name: 'Rye &amp; friends', group_type: 2, group_desc: '<t>About rye</t>' },
    ],
    moderator_cache: [
      { forum_id: 2, user_id: 0, username: '', group_id: 8, group_name: 'Rye' },
      { forum_id: 3, user_id: 2, username: 'grace', group_id: 0, group_name: '' },
    ],
    // Posts are before topics in a dump.
    posts: [
      post(1, 1, 2, '<t>How long should it rise?\n\\ It\'s "cold"</t>'),
      post(2, 1, 3, rich),
      post(
        3,
        2,
        3,
        '<r><ATTACHMENT filename="a loaf.png" index="0"><s>[attachment=0]</s>a loaf.png<e>[/attachment]</e></ATTACHMENT></r>',
      ),
      post(
        4,
        1,
        1,
        'Before 3.2: [b:1a2b3c4d]bold[/b:1a2b3c4d] <!-- s:) --><img src="{SMILIES_PATH}/smile.gif" alt=":)" /><!-- s:) -->',
      ),
      post(5, 3, 2, '<t>Secret of the staff</t>'),
      post(6, 1, 2, '<t>Deleted</t>', 2),
      ...each((id) => post(id, id, 100 + (id % (many || 1)), `<t>Text ${id}, it's long; (really)</t>`)),
      ...each((id) => post(id + many, id, 100 + ((id * 7) % (many || 1)), `<t>Reply ${id}</t>`)),
      ...each((id) => post(id + 2 * many, id, 2, `<t>Another ${id}</t>`)),
    ],
    thanks: [
      { post_id: 2, user_id: 2, thanks_time: start + 900 },
      { post_id: 5, user_id: 3, thanks_time: start + 900 },
      ...each((id) => ({ post_id: id, user_id: 100 + ((id * 3) % (many || 1)), thanks_time: start + id })),
    ],
    topics: [
      topic(1, 2, 'How &quot;long&quot;?', 1, { topic_status: 1, topic_solved: 2 }),
      topic(2, 2, 'Rye', 3, { topic_type: 1 }),
      topic(3, 3, 'Who to ban', 5),
      topic(4, 2, 'Moved', 9, { topic_moved_id: 1, topic_status: 2 }),
      ...each((id) => topic(id, 2, `Topic ${id}`, id)),
    ],
    user_group: [
      { group_id: 5, user_id: 2, group_leader: 1, user_pending: 0 },
      { group_id: 8, user_id: 2, group_leader: 0, user_pending: 0 },
      { group_id: 8, user_id: 3, group_leader: 1, user_pending: 0 },
      { group_id: 8, user_id: 5, group_leader: 0, user_pending: 1 },
    ],
    users: [
      ...[user(1, 'Anonymous', 2), user(2, 'grace'), user(3, 'Linus T'), user(4, 'Googlebot', 2)],
      ...[user(5, 'spammer', 1, 0), ...each((id) => user(id, `baker${id}`))],
    ],
  };
}
