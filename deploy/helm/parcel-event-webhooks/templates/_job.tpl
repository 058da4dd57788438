{{/* Runs one command of the command line as a Job. in: root, name, values (migrations or topics), command, env */}}
{{- define "parcel.job" -}}
{{- $root := .root -}}
{{- $isHook := eq .values.mode "hook" -}}
{{- $name := printf "%s-%s" (include "parcel.fullname" $root) .name -}}
{{- $template := include "parcel.jobTemplate" . -}}
apiVersion: batch/v1
kind: Job
metadata:
  {{- $annotations := dict }}
  {{- if $isHook }}
  {{- $annotations = dict "helm.sh/hook" "pre-install,pre-upgrade" "helm.sh/hook-weight" (.weight | toString) "helm.sh/hook-delete-policy" "before-hook-creation" }}
  {{- else }}
  {{- /* A Job's template is immutable, so a changed template or changed credentials of the chart need a new Job name. The revision is unsuitable: it is always 1 when manifests are only rendered. */}}
  {{- $name = printf "%s-%s" $name (printf "%s%s" $template (include "parcel.secretsChecksum" $root) | sha256sum | trunc 8) }}
  {{- end }}
  {{- include "parcel.metadata" (dict "root" $root "name" $name "component" .name "annotations" (merge $annotations .values.annotations)) | nindent 2 }}
spec:
  backoffLimit: {{ .values.backoffLimit }}
  activeDeadlineSeconds: {{ .values.activeDeadlineSeconds }}
  {{- if not $isHook }}
  ttlSecondsAfterFinished: 86400
  {{- end }}
  template:
    {{- $template | nindent 4 }}
{{- end -}}

{{- define "parcel.jobTemplate" -}}
{{- $root := .root -}}
metadata:
  labels:
    {{- include "parcel.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .name }}
    {{- with .values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with .values.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- include "parcel.podCommon" (dict "root" $root "serviceAccountName" (printf "%s-hooks" (include "parcel.fullname" $root))) | nindent 2 }}
  restartPolicy: Never
  {{- with $root.Values.jobs.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $root.Values.jobs.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: {{ .name }}
      {{- include "parcel.containerCommon" . | nindent 6 }}
      args: [dist/scripts/cli/cli.main.js, {{ .command }}]
      env:
        {{- .env | trim | nindent 8 }}
        {{- with $root.Values.extraEnv }}
        {{- tpl (toYaml .) $root | nindent 8 }}
        {{- end }}
      {{- with $root.Values.extraEnvFrom }}
      envFrom:
        {{- tpl (toYaml .) $root | nindent 8 }}
      {{- end }}
      resources:
        {{- toYaml $root.Values.jobs.resources | nindent 8 }}
      volumeMounts:
        {{- include "parcel.volumeMounts" (dict "root" $root "component" .name) | nindent 8 }}
  volumes:
    {{- include "parcel.volumes" (dict "root" $root "component" .name) | nindent 4 }}
{{- end -}}

{{/* A pre-install hook runs before all other objects of the chart exist, so the objects that the jobs need are hooks of lower weight. */}}
{{- define "parcel.hookAnnotations" -}}
helm.sh/hook: pre-install,pre-upgrade
helm.sh/hook-weight: "-10"
helm.sh/hook-delete-policy: before-hook-creation
{{- end -}}

{{- define "parcel.hasHooks" -}}
{{- if or (eq .Values.migrations.mode "hook") (eq (include "parcel.topicsMode" .) "hook") -}}true{{- end -}}
{{- end -}}

{{- define "parcel.hasJobs" -}}
{{- if or (ne .Values.migrations.mode "off") (ne (include "parcel.topicsMode" .) "off") -}}true{{- end -}}
{{- end -}}

{{/* When Strimzi makes the topics, no job does. */}}
{{- define "parcel.topicsMode" -}}
{{- if and .Values.kafka.strimzi.enabled .Values.kafka.strimzi.topics -}}off{{- else -}}{{ .Values.topics.mode }}{{- end -}}
{{- end -}}
