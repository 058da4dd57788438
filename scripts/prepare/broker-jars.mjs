import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PrepareError, runStep } from './step.mjs';

/** Tests also run on other versions: npm run test:long -- oldest newest. */
const VERSION = process.env.EMBEDDED_KAFKA_VERSION || '4.1.0';
const KAFKA = `kafka_2.13-${VERSION}.jar`;

/** The folder of the broker's jars. Its name contains the version, so that versions never mix. */
export function brokerJars(root) {
  return join(root, '.cache', `kafka-${VERSION}`);
}

export function hasBrokerJars(root) {
  return existsSync(join(brokerJars(root), KAFKA));
}

/** Fetches the broker with Maven into a temporary folder, and renames it when complete: an interrupted download is never used. */
export async function fetchBrokerJars(root) {
  if (hasBrokerJars(root)) return;
  const aside = `${brokerJars(root)}.${process.pid}.partial`;
  mkdirSync(aside, { recursive: true });
  try {
    const pom = join(root, 'scripts', 'broker', 'pom.xml');
    await runStep(
      'fetching the Kafka broker',
      ['mvn', '-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-Dkafka.version=${VERSION}`, `-DoutputDirectory=${aside}`],
      { cwd: root },
    );
    if (!existsSync(join(aside, KAFKA)))
      throw new PrepareError(`fetching the Kafka broker: Maven succeeded, but ${KAFKA} is not among the files`);
    renameSync(aside, brokerJars(root));
  } finally {
    rmSync(aside, { recursive: true, force: true });
    removeLeftovers(root);
  }
}

function removeLeftovers(root) {
  const cache = join(root, '.cache');
  const partial = readdirSync(cache).filter((name) => name.endsWith('.partial'));
  for (const name of partial) rmSync(join(cache, name), { recursive: true, force: true });
}
