// Every page of the site, in the order of its menu. A document that is missing here fails test/truth/site.spec.ts.

/** A file of the repository and its page. */
export interface Page {
  /** The path in the repository. */
  readonly file: string;
  /** The name of the page, without extension. It is the file's own name for documents in docs/. */
  readonly name: string;
  /** For pages that are done and not only read. */
  readonly minutesToDo?: number;
  /** For whom the page is, after "For"; without it for the readers of the group. */
  readonly readers?: string;
  /** The words of the menu; without them the page's title. */
  readonly short?: string;
}

export interface Group {
  readonly title: string;
  /** For whom the pages are, after "For". */
  readonly readers: string;
  readonly pages: readonly Page[];
}

const docs = (...names: readonly string[]): Page[] => names.map((name) => ({ file: `docs/${name}.md`, name }));
const readme = (folder: string, name: string, short: string): Page => ({ file: `${folder}/README.md`, name, short });
const own = (name: string): Page => ({ file: `site/pages/${name}.md`, name });

const DECISIONS = [
  '0001-kafka-client',
  '0002-state-in-postgresql',
  '0003-rows-by-cause-time',
  '0004-signatures',
  '0005-http-client',
  '0006-receiver-auth',
  '0007-forward-proxies',
  '0008-retention',
  '0009-scans-of-an-account',
  '0010-redelivery',
  '0013-api-description',
  '0014-receivers-by-partition',
  '0015-connections',
  '0016-events-left-in-the-topic',
];

export const HOME: Page = own('index');

export const GROUPS: readonly Group[] = [
  {
    title: 'Start',
    readers: 'everybody who is new here',
    pages: [
      {
        file: 'docs/quick-start.md',
        name: 'quick-start',
        readers: 'developers who write a receiver',
        minutesToDo: 5,
        short: 'I receive webhooks',
      },
      { file: 'docs/run-it.md', name: 'run-it', readers: 'operators', minutesToDo: 5, short: 'I run it' },
      {
        file: 'docs/publish-scans.md',
        name: 'publish-scans',
        readers: 'teams that publish scans and records',
        minutesToDo: 5,
        short: 'I publish scans',
      },
      {
        file: 'docs/where-is-my-webhook.md',
        name: 'where-is-my-webhook',
        readers: 'everybody who waits for a webhook',
        short: 'Where is my webhook?',
      },
    ],
  },
  {
    title: 'Receive webhooks',
    readers: 'developers who write a receiver',
    pages: [
      ...docs('events', 'receivers', 'credentials', 'signatures', 'http', 'notifications', 'languages', 'console'),
      readme('packages/cli-node', 'cli', 'Command line'),
      readme('packages/receiver-node', 'receiver-node', 'Package for Node'),
      readme('packages/receiver-python', 'receiver-python', 'Package for Python'),
      readme('packages/receiver-php', 'receiver-php', 'Package for PHP'),
      readme('examples', 'examples', 'Examples'),
      ...docs('assistants'),
    ],
  },
  {
    title: 'Call the API',
    readers: 'developers who call the API',
    pages: [...docs('api', 'clients', 'tokens'), readme('packages/client-node', 'client-node', 'Client for TypeScript')],
  },
  { title: 'Publish scans', readers: 'teams that publish scans and records', pages: docs('topics', 'mappings', 'carriers') },
  {
    title: 'Run it',
    readers: 'operators',
    pages: [
      readme('deploy', 'deploy', 'Install'),
      readme('deploy/helm/parcel-event-webhooks', 'chart', 'Helm chart and its values'),
      ...docs('operations', 'backup-and-moves', 'upgrade', 'runbooks', 'scaling', 'personal-data', 'compatibility'),
    ],
  },
  {
    title: 'Reference',
    readers: 'everybody who looks something up',
    pages: [own('event-reference'), ...docs('errors', 'configuration', 'metrics', 'glossary')],
  },
  {
    title: 'How it works',
    readers: 'everybody who asks why',
    pages: [
      ...docs('delivery', 'sender', 'domain', 'reliability', 'performance'),
      { file: 'site/pages/decisions.md', name: 'decisions/index' },
    ],
  },
];

export const DECISION_PAGES: Group = {
  title: 'Decisions',
  readers: 'everybody who asks why',
  pages: DECISIONS.map((name) => ({ file: `docs/decisions/${name}.md`, name: `decisions/${name}` })),
};

export const PAGES: readonly Page[] = [...GROUPS, DECISION_PAGES].flatMap(({ pages }) => pages);
