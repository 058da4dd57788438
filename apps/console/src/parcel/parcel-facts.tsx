import { Anchor, Paper, SimpleGrid, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { Schemas } from '../api/schemas.js';
import { ParcelStatusBadge } from '../parcels/parcel-status.js';
import { Fact } from '../shared/fact.js';
import { TextLink } from '../shared/links.js';
import { Instant } from '../times/instant.js';
import { countryName } from '../words/names.js';
import { parcelsWords } from '../words/parcels.words.js';
import { expectedText } from './expected-text.js';
import { webLink } from './web-link.js';

const text = parcelsWords;

/** The facts about a parcel that people ask for first. */
export function ParcelFacts({ parcel }: { readonly parcel: Schemas['Consignment'] }) {
  const { references, status, statusAt, expectedDelivery, deliveryLocation, trackingLink } = parcel;
  const trackingPage = webLink(trackingLink);
  return (
    <Paper withBorder p="md">
      <SimpleGrid component="dl" cols={{ base: 2, md: 4 }} spacing="md" verticalSpacing="sm" m={0}>
        <Fact label={text.status}>
          <ParcelStatusBadge status={status} />
          {statusAt !== null && (
            <Text size="xs" c="dimmed" component="div" mt={2}>
              {text.statusSince} <Instant at={statusAt} />
            </Text>
          )}
        </Fact>
        <Fact label={text.expected}>{expectedDelivery === null ? text.notKnown : expectedText(expectedDelivery)}</Fact>
        <Fact label={text.order}>
          <TextLink to="/parcels" search={{ orderNo: references.orderNo }} size="sm">
            {references.orderNo}
          </TextLink>
        </Fact>
        <Fact label={text.client}>{references.client}</Fact>
        <Fact label={text.language}>{languageName(references.language)}</Fact>
        <Fact label={text.destination}>
          {[countryName(references.destination_country_iso3), references.warehouse].filter(Boolean).join(' · ')}
        </Fact>
        <Fact label={text.place}>{deliveryLocation === '' ? text.notKnown : deliveryLocation}</Fact>
        <Fact label={text.carrierPage}>
          {trackingPage === undefined ? (
            <span style={{ overflowWrap: 'anywhere' }}>{trackingLink === '' ? text.notKnown : trackingLink}</span>
          ) : (
            <Anchor href={trackingPage} target="_blank" rel="noreferrer" size="sm">
              {new URL(trackingPage).host} <IconExternalLink size={12} aria-hidden />
            </Anchor>
          )}
        </Fact>
      </SimpleGrid>
    </Paper>
  );
}

const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

/** Returns the name of a language. The API takes any text as a language, so some have no name. */
function languageName(language: string): string {
  try {
    return LANGUAGES.of(language) ?? language;
  } catch {
    return language;
  }
}
