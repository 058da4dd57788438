import { Box, Group, Menu, SegmentedControl, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type Session, signOut, useSession } from '../api/session.js';
import { Instant } from '../times/instant.js';
import { words } from '../words/words.js';
import classes from './shell.module.css';

const SCHEMES = ['light', 'dark', 'auto'] as const;

/** The session, the colour scheme, and the way out. */
export function SessionMenu() {
  const session = useSession();
  const { account, scope, note, expiresAt } = session;
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const leave = useMutation({ mutationFn: signOut });
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <UnstyledButton ml="auto" className={classes.who} aria-label={`${nameOf(session)} ${note}`.trim()}>
          <Group gap={8} wrap="nowrap">
            <Box visibleFrom="sm" ta="right" miw={0}>
              <Text size="sm" fw={600} truncate lh={1.3}>
                {nameOf(session)}
              </Text>{' '}
              {note !== '' && (
                <Text size="xs" c="dimmed" truncate lh={1.3}>
                  {note}
                </Text>
              )}
            </Box>
            <IconUserCircle aria-hidden />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text fw={600} c="bright" style={{ overflowWrap: 'anywhere' }}>
            {nameOf(session)}
          </Text>
          {session.accountName !== '' && <Text size="xs">{words.session.signedInAs(account)}</Text>}
          {note !== '' && (
            <Text size="xs" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
              {words.session.openedBy(note)}
            </Text>
          )}
          <Text size="xs">{words.session.scope[scope]}</Text>
          {expiresAt && (
            <Text size="xs">
              {words.session.until} <Instant at={expiresAt} relative />
            </Text>
          )}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Label>{words.shared.colours}</Menu.Label>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={words.shared.colours}
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme)}
          data={SCHEMES.map((value) => ({ value, label: words.shared.colourScheme[value] }))}
        />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => leave.mutate()}>
          {words.session.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Returns the name that the operator gave the account, or its number. */
const nameOf = ({ account, accountName }: Pick<Session, 'account' | 'accountName'>): string =>
  accountName === '' ? words.session.signedInAs(account) : accountName;
