import { SETTINGS as eventBuilder } from '../../apps/event-builder/src/event-builder.config.js';
import { retentionSettings } from '../../apps/event-builder/src/retention/retention.config.js';
import { SETTINGS as tokenApi } from '../../apps/token-api/src/token-api.config.js';
import { SETTINGS as webhookSender } from '../../apps/webhook-sender/src/webhook-sender.config.js';
import type { Setting, Settings } from '#libs/config';
import { kafkaSettings, topicSettings } from '#libs/messaging';
import { databaseSettings } from '#libs/persistence';

/** Every program that reads the environment, with its settings. */
const PROGRAMS: Readonly<Record<string, Settings>> = {
  'token-api': tokenApi,
  'event-builder': eventBuilder,
  'webhook-sender': webhookSender,
  retention: { ...databaseSettings, ...retentionSettings },
  topics: { ...kafkaSettings, ...topicSettings },
};

interface Described {
  readonly setting: Setting<unknown>;
  readonly programs: readonly string[];
}

export const declaredSettings = (): Setting<unknown>[] => Object.values(PROGRAMS).flatMap((settings) => Object.values(settings));

/** Returns the settings by name; a variable that several programs read is one row. */
function describedSettings(): Described[] {
  const byName = new Map<string, { setting: Setting<unknown>; programs: string[] }>();
  for (const [program, settings] of Object.entries(PROGRAMS)) {
    for (const setting of Object.values(settings)) {
      const known = byName.get(setting.name);
      if (known) known.programs.push(program);
      else byName.set(setting.name, { setting, programs: [program] });
    }
  }
  return [...byName.values()].toSorted((a, b) => a.setting.name.localeCompare(b.setting.name));
}

const APPS = ['token-api', 'event-builder', 'webhook-sender'];

/** Shortens the three apps to two words; retention and topics are commands. */
function readersOf(programs: readonly string[]): string {
  const isAll = APPS.every((app) => programs.includes(app));
  return isAll ? ['all apps', ...programs.filter((each) => !APPS.includes(each))].join(', ') : programs.join(', ');
}

const defaultOf = ({ fallback }: Setting<unknown>): string => {
  if (fallback === undefined) return '**required**';
  return fallback === '' ? '–' : `\`${fallback}\``;
};

/** Markdown takes a word in angle brackets outside code for a tag. */
const withoutTags = (doc: string): string => doc.replaceAll(/`[^`]*`|</g, (found) => (found === '<' ? String.raw`\<` : found));

export const settingsTable = (): string =>
  [
    '| variable | read by | default | meaning |',
    '| --- | --- | --- | --- |',
    ...describedSettings().map(
      ({ setting, programs }) => `| \`${setting.name}\` | ${readersOf(programs)} | ${defaultOf(setting)} | ${withoutTags(setting.doc)} |`,
    ),
  ].join('\n');

export const envExample = (): string =>
  describedSettings()
    .map(({ setting }) => `# ${setting.doc}\n${setting.fallback === undefined ? '' : '# '}${setting.name}=${setting.fallback ?? ''}\n`)
    .join('\n');
