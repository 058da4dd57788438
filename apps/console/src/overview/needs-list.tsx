import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { SendFailedDialog } from '../receivers/actions/send-failed-dialog.js';
import { SwitchOnButton } from '../receivers/actions/switch-on-button.js';
import { Cause } from '../receivers/shared/cause.js';
import { isFailing, whyOf } from '../receivers/shared/receiver-state.js';
import { StateBadge } from '../receivers/shared/state-badge.js';
import { ButtonLink } from '../shared/links.js';
import { ScopedButton } from '../shared/scoped-button.js';
import { useNow } from '../times/use-now.js';
import { useZone } from '../times/use-zone.js';
import { words } from '../words/words.js';
import classes from './needs-list.module.css';
import { type OverviewRow, shownNeeds } from './overview-rows.js';

/** Each receiver that needs somebody, with its problem and the buttons that solve it. */
export function NeedsList({ rows }: { readonly rows: readonly OverviewRow[] }) {
  // a receiver that works again keeps its place while the person follows the orders
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const { shown, more } = shownNeeds(rows, touched);
  if (shown.length === 0) return null;
  return (
    <Stack component="section" gap="xs" aria-label={words.overview.needs}>
      <Title order={2} size="h4">
        {words.overview.needs}
      </Title>
      {shown.map((row) => (
        <Need key={row.receiver.receiverId} row={row} onTouch={() => setTouched(new Set([...touched, row.receiver.receiverId]))} />
      ))}
      {more > 0 && (
        <Text size="sm" c="dimmed">
          {words.overview.needsMore(more)}
        </Text>
      )}
    </Stack>
  );
}

function Need({ row: { receiver }, onTouch }: { readonly row: OverviewRow; readonly onTouch: () => void }) {
  const { receiverId, name, enabled, health } = receiver;
  const [isSending, setSending] = useState(false);
  const nowMs = useNow(10_000);
  const zone = useZone();
  const send = (): void => {
    onTouch();
    setSending(true);
  };
  return (
    <Paper withBorder px="md" py="xs" className={classes.need} data-state={health.state}>
      <Group justify="space-between" gap="md">
        <Stack gap={4} flex="1 1 320px" miw={0}>
          <Group gap="xs" style={{ rowGap: 4 }}>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
            <StateBadge health={health} />
            <Text>{whyOf(receiver, nowMs, zone)}</Text>
          </Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            <Cause receiver={receiver} />
          </Text>
        </Stack>
        <Group gap="xs">
          <ButtonLink
            to="/receivers/$receiverId"
            params={{ receiverId }}
            variant={isFailing(health.state) ? 'filled' : 'default'}
            size="xs"
            aria-label={words.overview.openLabel(name)}
          >
            {words.overview.open}
          </ButtonLink>
          {enabled && health.stillFailed > 0 && (
            <ScopedButton
              needs="write"
              size="xs"
              variant={isFailing(health.state) ? 'default' : 'filled'}
              aria-label={words.overview.sendAgainLabel(name)}
              onClick={send}
            >
              {words.overview.sendAgain}
            </ScopedButton>
          )}
          <SwitchOnButton receiver={receiver} size="xs" onPress={onTouch} />
        </Group>
      </Group>
      {isSending && <SendFailedDialog title={words.overview.sendAgainTitle(name)} receiver={receiver} onClose={() => setSending(false)} />}
    </Paper>
  );
}
