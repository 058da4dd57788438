import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { ApiFault } from '../../api/fault.js';
import type { Schemas } from '../../api/schemas.js';
import { FaultAlert } from '../../shared/fault-alert.js';
import { ScopedButton } from '../../shared/scoped-button.js';
import { receiverFormWords } from '../../words/receiver-forms.words.js';
import { words } from '../../words/words.js';
import { hasFailedDeliveries, SendFailedDialog } from '../actions/send-failed-dialog.js';
import { useChangeReceiver } from '../shared/receiver-mutations.js';
import { DeleteSection } from './delete-section.js';
import { LeaveGuard } from './leave-guard.js';
import { FailureFields, PaceFields } from './settings-delivery-fields.js';
import { ContentFields, FilterSection, NameFields } from './settings-fields.js';
import { changesOf, mayRepair, type SettingsValues, toValues } from './settings-form.js';
import classes from './settings-tab.module.css';
import { MetadataField } from './settings-metadata.js';

const { settings } = receiverFormWords;

/** The settings of a receiver: the webhooks it gets, how fast, and what happens when it fails. */
export function SettingsTab({ receiver }: { readonly receiver: Schemas['ReceiverDetail'] }) {
  const [before, setBefore] = useState(() => toValues(receiver));
  const form = useForm<SettingsValues>({ initialValues: before });
  const [isAsking, setAsking] = useState(false);
  const change = useChangeReceiver(receiver.receiverId, settings.saved);
  const changes = changesOf(before, form.values);
  const count = Object.keys(changes).length;
  const reset = (values: SettingsValues): void => {
    setBefore(values);
    form.setValues(values);
  };
  const save = (): void =>
    change.mutate(changes, {
      onSuccess: (answer) => {
        reset(toValues(answer));
        setAsking(hasFailedDeliveries({ ...receiver, enabled: answer.enabled }) && mayRepair(changes));
      },
    });
  const faultAt = (attr: string) => (change.error instanceof ApiFault ? change.error.at(attr) : undefined);
  const props = { form, faultAt };
  return (
    <Stack gap="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (count > 0) save();
        }}
      >
        <Stack gap="lg">
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
            <Stack gap="lg">
              <NameFields {...props} />
              <PaceFields {...props} />
              <FailureFields {...props} />
            </Stack>
            <Stack gap="lg">
              <ContentFields {...props} />
              <MetadataField {...props} />
            </Stack>
          </SimpleGrid>
          <FilterSection {...props} />
          <Stack gap="xs" className={classes.bar}>
            {change.error && <FaultAlert error={change.error} />}
            <Group>
              <ScopedButton needs="write" type="submit" loading={change.isPending} disabled={count === 0}>
                {words.shared.save}
              </ScopedButton>
              {count > 0 && (
                <ScopedButton needs="read" variant="default" onClick={() => reset(toValues(receiver))}>
                  {settings.discard}
                </ScopedButton>
              )}
              <Text size="sm" c="dimmed" role="status">
                {count === 0 ? settings.unchanged : settings.changed(count)}
              </Text>
            </Group>
          </Stack>
        </Stack>
        <LeaveGuard isDirty={count > 0} />
        {isAsking && <SendFailedDialog title={settings.savedSendFailed} receiver={receiver} onClose={() => setAsking(false)} />}
      </form>
      <DeleteSection receiver={receiver} />
    </Stack>
  );
}
