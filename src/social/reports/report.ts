/** What can be reported. */
const reportSubjects = ['person', 'post', 'comment', 'page'] as const;
export type ReportSubject = (typeof reportSubjects)[number];
